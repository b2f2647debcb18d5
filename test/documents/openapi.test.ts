import { expect, it } from 'vitest'
import type { Scopes } from '../../src/auth/index.ts'
import { ERROR_STATUS } from '../../src/core/errors.ts'
import { openApiDocument } from '../../src/documents/openapi.ts'
import { allTools } from '../../tools/index.ts'

/** As clients read it. */
const read = (scopes: Scopes) =>
  JSON.parse(JSON.stringify(openApiDocument(allTools, 'https://agents.example.com', scopes)))
const published = read({ read: [], create: [] })

interface Described {
  readonly operationId: string
  readonly security: readonly object[]
  readonly parameters: readonly { readonly name?: string; readonly $ref?: string }[]
  readonly responses: object
}

const operationsOf = ({ paths }: { readonly paths: Readonly<Record<string, Record<string, Described>>> }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => ({ route: `${method.toUpperCase()} ${path}`, ...each })),
  )
const operations = operationsOf(published)

const PRIVATE = '400 401 429 500 503'
const ONE = '400 401 404 429 500 503'
const CREATE = '400 401 403 413 415 429 500 503'

it('[§9.path] is OpenAPI 3.1.1, version 1.0.0, of the configured address', () => {
  const { openapi, info, servers } = published
  expect([openapi, info.version, servers]).toEqual([
    '3.1.1',
    '1.0.0',
    [expect.objectContaining({ url: 'https://agents.example.com' })],
  ])
})

it('[§4, §7.status] describes these operations and what they may answer, and nothing else', () => {
  const described = operations.map(({ route, operationId, responses, security }) => {
    const access = security.length === 0 ? 'public' : 'bearer'
    return `${route} ${operationId} ${access} ${Object.keys(responses).join(' ')}`
  })
  expect(described.sort()).toEqual([
    `GET /api/v1/assets listAssets bearer 200 ${PRIVATE}`,
    `GET /api/v1/assets/{resource}/{id} getAsset bearer 200 ${ONE}`,
    `GET /api/v1/auth/me getAuthMe bearer 200 ${PRIVATE}`,
    `GET /api/v1/blocks listBlocks bearer 200 ${PRIVATE}`,
    `GET /api/v1/blocks/{id} getBlock bearer 200 ${ONE}`,
    'GET /api/v1/fabrics searchFabricCatalog public 200 400 429 500 503',
    `GET /api/v1/projects listProjects bearer 200 ${PRIVATE}`,
    `GET /api/v1/quilts listQuilts bearer 200 ${PRIVATE}`,
    `GET /api/v1/quilts/{id} getQuilt bearer 200 ${ONE}`,
    'GET /api/v1/supplies browseSupplies public 200 400 429 500 503',
    `POST /api/v1/blocks createBlock bearer 201 ${CREATE}`,
    `POST /api/v1/projects createProject bearer 201 ${CREATE}`,
  ])
})

it('[§4.7, §4.9] aliases have no resource parameter, and creates take an Idempotency-Key', () => {
  const parameters = operations.map(({ operationId, parameters }) => [
    operationId,
    parameters.map(({ name, $ref }) => name ?? $ref),
  ])
  expect(Object.fromEntries(parameters)).toMatchObject({
    listQuilts: ['projectId', 'query', 'limit', 'cursor'],
    getBlock: ['id', 'includeGeometry'],
    getAsset: ['resource', 'id', 'includeGeometry'],
    createProject: ['#/components/parameters/IdempotencyKey'],
    createBlock: ['#/components/parameters/IdempotencyKey'],
  })
})

function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield { ...value }
  for (const part of Object.values(value)) yield* objectsIn(part)
}

it('[§1.envelope] closes every object of every answer', () => {
  const objects = [...objectsIn(published.components.schemas)].filter((each) => each['type'] === 'object')
  expect(objects.length).toBeGreaterThan(20)
  for (const each of objects) expect(each['additionalProperties']).toBe(false)
})

it('[D9.1, D9.4] says what every code means that can come', () => {
  const texts = Object.values<{ description: string }>(published.components.responses)
  const codes = texts.flatMap(({ description: text }) =>
    [...text.matchAll(/^`(\w+)`: .+\.$/gm)].map(([, code]) => code),
  )
  const known = Object.keys(ERROR_STATUS)
  // Only other methods of a path get this error.
  expect([...codes, 'method_not_allowed'].sort()).toEqual(known.toSorted())
  expect(published.components.schemas['Failure']).toMatchObject({
    properties: { error: { properties: { code: { enum: known } } } },
  })
})

it('speaks of operations where the tools speak of tools', () => {
  const text = JSON.stringify(published)
  for (const { name } of allTools.filter(({ isRestOnly }) => !isRestOnly))
    expect(text.replaceAll(`"x-mcp-tool":"${name}"`, '')).not.toContain(name)
})

it('[D42.3] names scopes in the requirement of what needs them, and 403', () => {
  const described = operationsOf(read({ read: ['read'], create: ['write'] }))
  const needed = described.map(({ operationId, security, responses }) => [
    operationId,
    { security, refuses: '403' in responses },
  ])
  expect(Object.fromEntries(needed)).toMatchObject({
    getAuthMe: { security: [{ bearerAuth: ['read'] }], refuses: true },
    createBlock: { security: [{ bearerAuth: ['read', 'write'] }], refuses: true },
    browseSupplies: { security: [], refuses: false },
  })
})
