import type { TestServer } from '../helpers/server.ts'
import { DATA } from './contract.ts'

export interface OperationCase {
  readonly operationId: keyof typeof DATA
  readonly method: 'GET' | 'POST'
  /** Below `/api/v1`; `{blocks}` and the like stand for the id of one such item of the demo user. */
  readonly path: string
  readonly auth: 'public' | 'user'
  readonly body?: Readonly<Record<string, unknown>>
}

/** The table of section 4, each with a call that succeeds. */
export const OPERATIONS: readonly OperationCase[] = [
  { operationId: 'getAuthMe', method: 'GET', path: '/auth/me', auth: 'user' },
  { operationId: 'searchFabricCatalog', method: 'GET', path: '/fabrics', auth: 'public' },
  { operationId: 'browseSupplies', method: 'GET', path: '/supplies?category=fabric-brands', auth: 'public' },
  { operationId: 'listProjects', method: 'GET', path: '/projects', auth: 'user' },
  { operationId: 'createProject', method: 'POST', path: '/projects', auth: 'user', body: { name: 'New' } },
  { operationId: 'listAssets', method: 'GET', path: '/assets?resource=swatches', auth: 'user' },
  { operationId: 'getAsset', method: 'GET', path: '/assets/patterns/{patterns}', auth: 'user' },
  { operationId: 'listQuilts', method: 'GET', path: '/quilts', auth: 'user' },
  { operationId: 'getQuilt', method: 'GET', path: '/quilts/{quilts}?includeGeometry=true', auth: 'user' },
  { operationId: 'listBlocks', method: 'GET', path: '/blocks', auth: 'user' },
  { operationId: 'getBlock', method: 'GET', path: '/blocks/{blocks}?includeGeometry=true', auth: 'user' },
  {
    operationId: 'createBlock',
    method: 'POST',
    path: '/blocks',
    auth: 'user',
    body: { name: 'New', finishedWidthInches: 12, finishedHeightInches: 9.5 },
  },
]

/** The paths of section 4 with what they allow; GET and POST of one path together. */
export const PATHS = [
  ...Map.groupBy(OPERATIONS, ({ path }) => path.replace(/\?.*/, '').replace(/\{.*\}/, 'x')),
].map(([path, operations]) => {
  const hasPost = operations.some(({ method }) => method === 'POST')
  return { path, allow: hasPost ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, OPTIONS' }
})

/** Paths with the placeholders filled from the items that this user lists first. */
export async function fillPaths(server: TestServer, token: string): Promise<(path: string) => string> {
  const ids = new Map<string, string>()
  for (const resource of ['blocks', 'quilts', 'swatches', 'patterns']) {
    const { json } = await server.rest(`/assets?resource=${resource}&limit=1`, { token })
    ids.set(resource, DATA.listAssets.parse(json.data).assets[0]?.id ?? 'none')
  }
  return (path) => path.replace(/\{(\w+)\}/, (_, resource: string) => ids.get(resource) ?? 'none')
}
