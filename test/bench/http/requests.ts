import { COLORS, createRandom, generatedFabrics } from '../catalog.ts'

/** The size of the catalog that is searched. */
export const FABRICS = 100_000
const DISTINCT = 1_000
const LIMIT = 10

/** Words of fabrics that there are, alone and in pairs, each only once. */
function distinctQueries(): string[] {
  const random = createRandom(11)
  const queries = new Set<string>(COLORS.map((color) => color.toLowerCase()))
  for (const { name, collection } of generatedFabrics(FABRICS)) {
    if (queries.size >= DISTINCT) break
    if (random() < 0.8) continue
    const words = `${name} ${random() < 0.3 ? collection : ''}`.toLowerCase().trim().split(/\s+/)
    queries.add([words[0], words[1 + Math.floor(random() * (words.length - 1))]].filter(Boolean).join(' '))
  }
  return [...queries].slice(0, DISTINCT)
}

export const QUERIES = distinctQueries()

type Headers = Readonly<Record<string, string>>

function wire(line: string, headers: Headers, body = ''): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`${line} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

const bearer = (token: string | undefined): Headers =>
  token === undefined ? {} : { authorization: `Bearer ${token}` }

export const restSearch = (query: string, token?: string): string =>
  wire(`GET /api/v1/fabrics?query=${encodeURIComponent(query)}&limit=${LIMIT}`, bearer(token))

function post(path: string, message: object, headers: Headers): string {
  const body = JSON.stringify(message)
  const length = String(Buffer.byteLength(body))
  return wire(
    `POST ${path}`,
    { 'content-type': 'application/json', 'content-length': length, ...headers },
    body,
  )
}

export const restProjects = (token: string): string => wire('GET /api/v1/projects', bearer(token))

export const restCreate = (token: string): string =>
  post('/api/v1/projects', { name: 'Bench' }, bearer(token))

const ACCEPT = { accept: 'application/json, text/event-stream' }
export type Era = '2025-06-18' | '2026-07-28'

/** One message of an era; `name` is that of the tool, where one is called. */
function mcp(
  method: string,
  params: object,
  { era, name, token }: { era: Era; name?: string; token?: string | undefined },
): string {
  const isModern = era === '2026-07-28'
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const message = { jsonrpc: '2.0', id: 1, method, params: isModern ? { ...params, _meta } : params }
  return post('/mcp', message, {
    ...ACCEPT,
    ...bearer(token),
    'mcp-protocol-version': era,
    ...(isModern ? { 'mcp-method': method } : {}),
    ...(isModern && name !== undefined ? { 'mcp-name': name } : {}),
  })
}

export function mcpSearch(query: string, era: Era, token?: string): string {
  const name = 'search_fabric_catalog'
  return mcp('tools/call', { name, arguments: { query, limit: LIMIT } }, { era, name, token })
}

export const mcpList = (era: Era): string => mcp('tools/list', {}, { era })
