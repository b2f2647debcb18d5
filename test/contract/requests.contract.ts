import * as fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import * as z from 'zod'
import { OPERATIONS } from '../rest/operations.ts'
import { type DrawnRequest, requestTo } from './drawn-request.ts'
import { type PublishedOperation, readPublished, typedValue } from './published.ts'

const RUNS = 500
// The same requests on every run; CONTRACT_SEED draws others.
const SEED = Number(process.env['CONTRACT_SEED'] ?? 20_261_120)
process.stdout.write(`Requests drawn with CONTRACT_SEED=${SEED}\n`)

const baseUrl = inject('baseUrl')
const RESOURCES = ['blocks', 'quilts', 'swatches', 'patterns']
const TOKENS = { good: `Bearer ${inject('token')}`, bad: 'Bearer not-a-token', none: undefined }

async function send({ method, path, parameters }: PublishedOperation, drawn: DrawnRequest) {
  const query = new URLSearchParams()
  const headers = new Headers()
  let target = path
  for (const { name, in: location } of parameters) {
    const text = drawn.parameters[name]
    if (text === undefined) continue
    if (location === 'path') target = target.replace(`{${name}}`, () => encodeURIComponent(text))
    else if (location === 'query') query.set(name, text)
    else headers.set(name, text)
  }
  const authorization = TOKENS[drawn.credentials]
  if (authorization !== undefined) headers.set('authorization', authorization)
  if (method === 'POST') headers.set('content-type', 'application/json')
  const body = method === 'POST' ? JSON.stringify(drawn.body) : null
  const response = await fetch(`${baseUrl}${target}?${query}`, { method, headers, body })
  return { response, json: await response.json() }
}

/** Whether the document allows the request. It allows no cursor that was drawn, because none comes from an answer. */
function isAllowed({ parameters, body }: PublishedOperation, drawn: DrawnRequest): boolean {
  const allowed = parameters.every(({ name, required, schema, isValid }) => {
    const text = drawn.parameters[name]
    return text === undefined ? !required : name !== 'cursor' && isValid(typedValue(text, schema))
  })
  return allowed && (body === undefined || body.isValid(drawn.body))
}

function expectedStatuses(operation: PublishedOperation, drawn: DrawnRequest): number[] {
  if (operation.needsToken && drawn.credentials !== 'good') return [401]
  if (!isAllowed(operation, drawn)) return [400]
  return [200, 201, 404].filter((status) => operation.responses.has(status))
}

function expectAsPublished({ responses }: PublishedOperation, response: Response, json: unknown) {
  const published = responses.get(response.status)
  if (published === undefined) throw new Error(`status ${response.status} is not published`)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  published.isValid(json)
  expect(published.isValid.errors).toBeNull()
  for (const [name, { required, isValid }] of published.headers) {
    const value = response.headers.get(name)
    if (value === null) expect(required, name).toBe(false)
    else expect(isValid(/^\d+$/.test(value) ? Number(value) : value), name).toBe(true)
  }
}

const page = z.object({ data: z.object({ cursor: z.string() }) })

/** Of fabrics, projects, and items of every kind. */
async function idsInLists(): Promise<string[]> {
  const lists = ['fabrics', 'projects', ...RESOURCES.map((resource) => `assets?resource=${resource}`)]
  const headers = { authorization: TOKENS.good }
  const texts = lists.map(async (list) => (await fetch(`${baseUrl}/api/v1/${list}`, { headers })).text())
  return (await Promise.all(texts)).flatMap((text) =>
    [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id),
  )
}

const operations = await readPublished(baseUrl)
const ids = await idsInLists()

it('every operation is published', () => {
  expect(operations).toHaveLength(OPERATIONS.length)
})

it.each(operations)(`$operationId keeps what is published, in ${RUNS} requests`, async (operation) => {
  const seen = new Set<number>()
  await fc.assert(
    fc.asyncProperty(requestTo(operation, ids), async (drawn) => {
      const { response, json } = await send(operation, drawn)
      seen.add(response.status)
      expect(expectedStatuses(operation, drawn)).toContain(response.status)
      expectAsPublished(operation, response, json)

      // A cursor from an answer is good with the same filters.
      const { success, data } = page.safeParse(json)
      if (!success) return
      const { cursor } = data.data
      const next = await send(operation, { ...drawn, parameters: { ...drawn.parameters, cursor } })
      expect(next.response.status).toBe(200)
      expectAsPublished(operation, next.response, next.json)
    }),
    { numRuns: RUNS, seed: SEED },
  )
  // Draws that never get past the first check would prove nothing.
  const success = operation.method === 'POST' ? 201 : 200
  const refused = operation.operationId === 'getAuthMe' ? [] : [400]
  expect([...seen]).toEqual(
    expect.arrayContaining([success, ...refused, ...(operation.needsToken ? [401] : [])]),
  )
})
