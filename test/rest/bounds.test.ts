import { afterAll, describe, expect, it } from 'vitest'
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

const texts = [
  { path: '/fabrics?query=', max: 100 },
  { path: '/fabrics?manufacturer=', max: 120 },
  { path: '/fabrics?collection=', max: 120 },
  { path: '/supplies?category=precuts&query=', max: 100 },
  { path: '/projects?query=', max: 100 },
  ...['/assets?resource=patterns&', '/quilts?', '/blocks?'].flatMap((list) => [
    { path: `${list}query=`, max: 100 },
    { path: `${list}projectId=`, max: 100 },
  ]),
]

describe.each(texts)('$path of 1 to $max characters', ({ path, max }) => {
  const field = /(\w+)=$/.exec(path)?.[1] ?? ''

  it.each(CHARACTERS)(
    '[D8.1, §4.2.query, §4.2.filters, §4.3.query, §4.4.query, §4.6.query, §4.6.project] counts code points of %j',
    async (character) => {
      const of = (length: number) => read(`${path}${encodeURIComponent(character.repeat(length))}`)
      expect((await of(1)).status).toBe(200)
      expect((await of(max)).status).toBe(200)
      expectRefused(await of(max + 1), field, max)
    },
  )

  it('[D12.6, §7.400] refuses empty text', async () => {
    expectRefused(await read(path), field, max)
    expectRefused(await read(path.slice(0, -1)), field, max)
  })
})

describe.each(['/assets/swatches/', '/quilts/', '/blocks/'])('%s{id} of 1 to 100 characters', (path) => {
  it.each(CHARACTERS)('[D8.1, §4.8.id, §4.9] counts code points of %j', async (character) => {
    const of = (length: number) => read(`${path}${encodeURIComponent(character.repeat(length))}`)
    expectFailure(await of(1), 'not_found')
    expectFailure(await of(100), 'not_found')
    expectRefused(await of(101), 'id', 100)
  })

  it('[§4.8.id, §4.9] decodes the id exactly once', async () => {
    expectFailure(await read(`${path}${'%25'.repeat(100)}`), 'not_found')
    expectRefused(await read(`${path}${'%25'.repeat(101)}`), 'id', 100)
    // 108 characters decoded once, 12 decoded twice.
    expectRefused(await read(`${path}${'%25e2%2599%25a5'.repeat(12)}`), 'id', 100)
    expectFailure(await read(`${path}a%2Fb`), 'not_found')
  })
})

describe.each(['/fabrics?', '/projects?', '/assets?resource=blocks&', '/quilts?', '/blocks?'])(
  '%scursor= of at most 4096 characters',
  (list) => {
    it('[§4.2.cursor, §4.4.cursor, §4.6.cursor] tells too long from not ours', async () => {
      expectFailure(await read(`${list}cursor=${'a'.repeat(4096)}`), 'invalid_cursor')
      expectFailure(await read(`${list}cursor=`), 'invalid_cursor')
      expectRefused(await read(`${list}cursor=${'a'.repeat(4097)}`), 'cursor', 4096)
    })
  },
)

it.each([
  { list: '/fabrics?', max: 25 },
  { list: '/supplies?category=precuts&', max: 25 },
  { list: '/projects?', max: 50 },
  { list: '/assets?resource=quilts&', max: 50 },
  { list: '/quilts?', max: 50 },
  { list: '/blocks?', max: 50 },
])('[§4.2.limit, §4.3.limit, §4.4.limit, §4.6.limit] $list limit is 1 to $max', async ({ list, max }) => {
  for (const limit of [1, max]) expect((await read(`${list}limit=${limit}`)).status).toBe(200)
  for (const limit of [0, max + 1, -1]) expectRefused(await read(`${list}limit=${limit}`), 'limit', max)
})

it.each([
  ['/supplies', 'category'],
  ['/supplies?category=', 'category'],
  ['/supplies?category=Precuts', 'category'],
  ['/supplies?category=precuts%20', 'category'],
  ['/assets', 'resource'],
  ['/assets?resource=', 'resource'],
  ['/assets?resource=quilt', 'resource'],
  ['/assets?resource=projects', 'resource'],
  ['/assets/quilt/x', 'resource'],
  ['/assets/QUILTS/x', 'resource'],
])(
  '[§4.3.category, §4.6.resource, §4.8.resource, §2.4.categories] %s: %s is one of a list',
  async (path, field) => {
    expect(expectFailure(await read(path), 'invalid_argument').message).toMatch(
      new RegExp(`^${field} (is required and )?must be one of: \\w`),
    )
  },
)

const size = { finishedWidthInches: 12, finishedHeightInches: 12 }
const bodies = [
  { path: '/projects', field: 'name', min: 1, max: 120, rest: {} },
  { path: '/projects', field: 'description', min: 0, max: 1000, rest: { name: 'n' } },
  { path: '/blocks', field: 'name', min: 1, max: 120, rest: size },
]

describe.each(bodies)('POST $path $field of $min to $max characters', ({ path, field, min, max, rest }) => {
  it.each(CHARACTERS)(
    '[D8.1, §4.5.name, §4.5.description, §4.10.name] counts code points of %j',
    async (character) => {
      const of = (length: number) => create(path, { ...rest, [field]: character.repeat(length) })
      expect((await of(min)).status).toBe(201)
      expect((await of(max)).status).toBe(201)
      expectRefused(await of(max + 1), field, max)
      if (min > 0) expectRefused(await of(min - 1), field, max)
    },
  )
})

it.each(['finishedWidthInches', 'finishedHeightInches'])('[§4.10.size] %s is 0.25 to 240', async (field) => {
  const of = (value: unknown) => create('/blocks', { name: 'n', ...size, [field]: value })
  for (const value of [0.25, 0.2500001, 239.999, 240]) {
    const answer = await of(value)
    expect(answer.status).toBe(201)
    expect(answer.json.data[field]).toBe(value)
  }
  for (const value of [0.2499999, 0, -12, 240.0001, 241, 1e300]) expectRefused(await of(value), field, 240)
  expect(expectFailure(await of(undefined), 'invalid_argument').message).toContain(`${field} is required`)
})

it.each([
  { path: '/projects', body: { name: 'n' } },
  { path: '/blocks', body: { name: 'n', ...size } },
])('[§4.5.key, §4.10.key] $path Idempotency-Key has at most 200 characters', async (call) => {
  const of = (key: string) => create(call.path, call.body, { 'idempotency-key': key })
  expect((await of('')).status).toBe(201)
  expect((await of('k'.repeat(200))).status).toBe(201)
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
