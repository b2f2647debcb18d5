import { afterAll, expect, it } from 'vitest'
import { type Answer, startTestServer } from '../helpers/server.ts'
import { expectFailure } from './answers.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

const read = (path: string) => server.rest(path, { token })
const create = (path: string, body: unknown, headers = {}) =>
  server.rest(path, { method: 'POST', token, body, headers })

/** Refused for this field, in words that name it and its bound (D9). */
function expectRefused(answer: Answer, field: string, bound: number): void {
  const { message } = expectFailure(answer, 'invalid_argument')
  expect(message).toContain(field)
  expect(message).toContain(String(bound))
}

/** One UTF-16 unit; two units in one code point; a code point that combines with the one before. */
const CHARACTERS = ['a', '🧵', '\u0301']
const texts = (lengths: readonly number[]) =>
  CHARACTERS.flatMap((character) => lengths.map((length) => character.repeat(length)))

const LISTS = ['/projects?', '/assets?resource=quilts&', '/quilts?', '/blocks?']
const ID_OF = ['/assets/swatches/', '/quilts/', '/blocks/']

/** Texts in a query or a path; an id that is well formed is just not found. */
const TEXTS: readonly (readonly [path: string, field: string, most: number, accepted: number])[] = [
  ['/fabrics?query=', 'query', 100, 200],
  ['/fabrics?manufacturer=', 'manufacturer', 120, 200],
  ['/fabrics?collection=', 'collection', 120, 200],
  ['/supplies?category=precuts&query=', 'query', 100, 200],
  ...LISTS.map((list) => [`${list}query=`, 'query', 100, 200] as const),
  ...LISTS.slice(1).map((list) => [`${list}projectId=`, 'projectId', 100, 200] as const),
  ...ID_OF.map((path) => [path, 'id', 100, 404] as const),
]

it.each(TEXTS)(
  '[D8.1, D12.6, §7.400, §4.2.query, §4.2.filters, §4.3.query, §4.4.query, §4.6.query, §4.6.project, §4.8.id, §4.9] GET %s: %s has 1 to %i code points',
  async (path, field, most, accepted) => {
    for (const text of texts([1, most]))
      expect((await read(`${path}${encodeURIComponent(text)}`)).status, text).toBe(accepted)
    for (const text of texts([most + 1]))
      expectRefused(await read(`${path}${encodeURIComponent(text)}`), field, most)
    if (accepted === 404) return
    expectRefused(await read(path), field, most)
    expectRefused(await read(path.slice(0, -1)), field, most)
  },
)

it.each(ID_OF)('[§4.8.id, §4.9] GET %s{id} decodes the id exactly once', async (path) => {
  expectFailure(await read(`${path}${'%25'.repeat(100)}`), 'not_found')
  expectRefused(await read(`${path}${'%25'.repeat(101)}`), 'id', 100)
  // 108 characters decoded once, 12 decoded twice.
  expectRefused(await read(`${path}${'%25e2%2599%25a5'.repeat(12)}`), 'id', 100)
  expectFailure(await read(`${path}a%2Fb`), 'not_found')
})

it.each([
  { list: '/fabrics?', most: 25 },
  { list: '/supplies?category=precuts&', most: 25 },
  ...LISTS.map((list) => ({ list, most: 50 })),
])(
  '[§4.2.limit, §4.3.limit, §4.4.limit, §4.6.limit] GET $list limit is 1 to $most',
  async ({ list, most }) => {
    for (const limit of [1, most]) expect((await read(`${list}limit=${limit}`)).status).toBe(200)
    for (const limit of [0, most + 1, -1]) expectRefused(await read(`${list}limit=${limit}`), 'limit', most)
  },
)

it.each(['/fabrics?', ...LISTS])(
  '[§4.2.cursor, §4.4.cursor, §4.6.cursor] GET %s tells a cursor that is too long from one that is not ours',
  async (list) => {
    for (const cursor of ['a'.repeat(4096), ''])
      expectFailure(await read(`${list}cursor=${cursor}`), 'invalid_cursor')
    expectRefused(await read(`${list}cursor=${'a'.repeat(4097)}`), 'cursor', 4096)
  },
)

it.each([
  ['category', ['/supplies', ...['', 'Precuts', 'precuts%20'].map((value) => `/supplies?category=${value}`)]],
  ['resource', ['/assets', ...['', 'quilt', 'projects'].map((value) => `/assets?resource=${value}`)]],
  ['resource', ['/assets/quilt/x', '/assets/QUILTS/x']],
])(
  '[§4.3.category, §4.6.resource, §4.8.resource, §2.4.categories] %s is one of a list: %j',
  async (field, paths) => {
    for (const path of paths)
      expect(expectFailure(await read(path), 'invalid_argument').message).toMatch(
        new RegExp(`^${field} (is required and )?must be one of: \\w`),
      )
  },
)

const size = { finishedWidthInches: 12, finishedHeightInches: 12 }

it.each([
  { path: '/projects', field: 'name', min: 1, max: 120, rest: {} },
  { path: '/projects', field: 'description', min: 0, max: 1000, rest: { name: 'n' } },
  { path: '/blocks', field: 'name', min: 1, max: 120, rest: size },
])(
  '[D8.1, §4.5.name, §4.5.description, §4.10.name] POST $path: $field has $min to $max code points',
  async ({ path, field, min, max, rest }) => {
    const of = (text: string) => create(path, { ...rest, [field]: text })
    for (const text of texts([min, max])) expect((await of(text)).status, text).toBe(201)
    const refused = texts([max + 1]).concat(min > 0 ? [''] : [])
    for (const text of refused) expectRefused(await of(text), field, max)
  },
)

it.each(['finishedWidthInches', 'finishedHeightInches'])('[§4.10.size] %s is 0.25 to 240', async (field) => {
  const of = (value: unknown) => create('/blocks', { name: 'n', ...size, [field]: value })
  for (const value of [0.25, 0.2500001, 239.999, 240]) expect((await of(value)).json.data[field]).toBe(value)
  for (const value of [0.2499999, 0, -12, 240.0001, 1e300]) expectRefused(await of(value), field, 240)
})

it.each([
  { path: '/projects', body: { name: 'n' } },
  { path: '/blocks', body: { name: 'n', ...size } },
])('[§4.5.key, §4.10.key] $path Idempotency-Key has at most 200 characters', async (call) => {
  const of = (key: string) => create(call.path, call.body, { 'idempotency-key': key })
  for (const key of ['', 'k'.repeat(200)]) expect((await of(key)).status).toBe(201)
  expectRefused(await of('k'.repeat(201)), 'Idempotency-Key', 200)
})

it('[D9.1] a refusal names every field at fault', async () => {
  const { message } = expectFailure(await create('/blocks', { name: '' }), 'invalid_argument')
  expect(message).toBe(
    'name must be text from 1 to 120 characters. ' +
      'finishedWidthInches is required and must be a number from 0.25 to 240. ' +
      'finishedHeightInches is required and must be a number from 0.25 to 240.',
  )
})
