import { describe, expect, it } from 'vitest'
import { type Answer, startTestServer } from '../helpers/server.ts'
import { expectFailure, expectSuccess } from './answers.ts'
import { DATA } from './contract.ts'
import { fillPaths } from './operations.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
const fill = await fillPaths(server, token)

const read = (path: string) => server.rest(path, { token })
const create = (path: string, body: unknown, headers = {}) =>
  server.rest(path, { method: 'POST', token, body, headers })

/** Refused for this field, in words that name it and its bound (D9). */
function expectRefused(answer: Answer, field: string, bound: number): void {
  const { message } = expectFailure(answer, 'invalid_argument')
  expect(message).toContain(field)
  expect(message).toContain(String(bound))
}

type Value = string | number
interface Values {
  readonly most: number
  readonly good: readonly Value[]
  readonly bad: readonly Value[]
}

/** Of one UTF-16 unit; of two in one code point; of a code point that combines with the one before. */
function text(least: number, most: number, characters = ['a', '🧵', '\u0301']): Values {
  const of = (...lengths: number[]) =>
    characters.flatMap((character) => lengths.map((length) => character.repeat(length)))
  return { most, good: of(least, most), bad: [...of(most + 1), ...(least > 0 ? [''] : [])] }
}
const limit = (most: number): Values => ({ most, good: [1, most], bad: [0, most + 1, -1] })
const SIZE = {
  most: 240,
  good: [0.25, 0.2500001, 239.999, 240],
  bad: [0.2499999, 0, -12, 240.0001, 1e300],
}

const OWN = ['/projects?', '/assets?resource=quilts&', '/quilts?', '/blocks?']
const PUBLIC = ['/fabrics?', '/supplies?category=precuts&']
const ID_OF = ['/assets/swatches/', '/quilts/', '/blocks/']
const BODIES: Readonly<Record<string, object>> = {
  '/projects': { name: 'n' },
  '/blocks': { name: 'n', finishedWidthInches: 12, finishedHeightInches: 12 },
}
const CREATES = Object.keys(BODIES)
/** An empty id is another path. */
const id = { ...text(1, 100), bad: text(1, 100).bad.filter((value) => value !== '') }

/** Sends a value in the place that its path has for it. */
function send(field: string, path: string, value: Value): Promise<Answer> {
  const body = BODIES[path]
  if (field === 'Idempotency-Key') return create(path, body, { 'idempotency-key': String(value) })
  if (body !== undefined) return create(path, { ...body, [field]: value })
  const text = encodeURIComponent(value)
  return read(field === 'id' ? `${path}${text}` : `${path}${field}=${text}`)
}

const FIELDS: readonly (readonly [field: string, values: Values, paths: readonly string[]])[] = [
  ['query', text(1, 100), [...PUBLIC, ...OWN]],
  ['manufacturer', text(1, 120), ['/fabrics?']],
  ['collection', text(1, 120), ['/fabrics?']],
  ['projectId', text(1, 100), OWN.slice(1)],
  ['limit', limit(25), PUBLIC],
  ['limit', limit(50), OWN],
  ['id', id, ID_OF],
  ['name', text(1, 120), CREATES],
  ['description', text(0, 1000), ['/projects']],
  ['finishedWidthInches', SIZE, ['/blocks']],
  ['finishedHeightInches', SIZE, ['/blocks']],
  ['Idempotency-Key', text(0, 200, ['k']), CREATES],
]

it.each(FIELDS.flatMap(([field, values, paths]) => paths.map((path) => ({ field, path, values }))))(
  '[D8.1, D12.6, §7.400, §4.2.query, §4.2.filters, §4.2.limit, §4.3.query, §4.3.limit, §4.4.query, §4.4.limit, §4.5.name, §4.5.description, §4.5.key, §4.6.query, §4.6.project, §4.6.limit, §4.8.id, §4.9, §4.10.name, §4.10.size, §4.10.key] the bounds of $field in $path',
  async ({ field, path, values: { most, good, bad } }) => {
    // An id that is well formed is just not found.
    const accepted = field === 'id' ? 404 : CREATES.includes(path) ? 201 : 200
    for (const value of good) expect((await send(field, path, value)).status, String(value)).toBe(accepted)
    for (const value of bad) expectRefused(await send(field, path, value), field, most)
  },
)

it.each(ID_OF)('[§4.8.id, §4.9] GET %s{id} decodes the id exactly once', async (path) => {
  expectFailure(await read(`${path}${'%25'.repeat(100)}`), 'not_found')
  // 108 characters decoded once, 12 decoded twice.
  expectRefused(await read(`${path}${'%25e2%2599%25a5'.repeat(12)}`), 'id', 100)
  expectFailure(await read(`${path}a%2Fb`), 'not_found')
})

it.each(['/fabrics?', ...OWN])(
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
    const words = new RegExp(`^${field} (is required and )?must be one of: \\w`)
    for (const path of paths)
      expect(expectFailure(await read(path), 'invalid_argument').message).toMatch(words)
  },
)

it('[D9.1] a refusal names every field at fault', async () => {
  const { message } = expectFailure(await create('/blocks', { name: '' }), 'invalid_argument')
  expect(message).toBe(
    'name must be text from 1 to 120 characters. ' +
      'finishedWidthInches is required and must be a number from 0.25 to 240. ' +
      'finishedHeightInches is required and must be a number from 0.25 to 240.',
  )
})

/** What every list refuses, and what the message begins with or says. */
const REFUSED: readonly (readonly [queries: readonly string[], words: RegExp])[] = [
  [
    ['05', '1e1', '+5', '%205', '25.0', '0x10', '', '-0', 'NaN', '10000000000', '5%00'].map(
      (limit) => `limit=${limit}`,
    ),
    /^limit /,
  ],
  [['query=&', 'query', 'query=&limit=1'], /^query /],
  [
    ['limit=1&limit=1', 'limit=1&limit=2', 'query=a&query=a', 'query=a&%71uery=b', 'limit=1&limit'],
    /^(limit|query) is given more than once/,
  ],
  // Also where it would be ignored.
  [
    ['%zz', '%', '%FF', '%C0%80', '%ED%A0%80'].flatMap((bytes) => [
      `query=${bytes}`,
      `unknown=${bytes}`,
      `${bytes}=a`,
    ]),
    /not valid percent-encoded UTF-8/,
  ],
  [['query=a%00b'], /NUL/],
]

describe.each([...PUBLIC, ...OWN])('%s', (list) => {
  it.each(REFUSED)('[D8.2, D12.4, D12.5, D12.6, D12.8] refuses %j', async (queries, words) => {
    for (const query of queries)
      expect(expectFailure(await read(`${list}${query}`), 'invalid_argument').message, query).toMatch(words)
  })

  it('[D12.1, D12.5] takes a canonical number in any encoding, and ignores what it does not know', async () => {
    const plain = await read(`${list}limit=2`)
    expect(plain.status).toBe(200)
    expect((await read(`${list}%6Cimit=%32`)).text).toBe(plain.text)
    for (const unknown of ['utm_source=x', 'Limit=999', 'limit[]=9', '__proto__=1', 'x=1&x=2', '='])
      expect((await read(`${list}limit=2&${unknown}`)).text, unknown).toBe(plain.text)
  })
})

it('[§4.3.data] supplies have no cursor: the parameter is unknown', async () => {
  const answer = await read(`/supplies?category=precuts&cursor=${'x'.repeat(5000)}`)
  expectSuccess(answer, DATA.browseSupplies)
})

it('[§4.6.resource, D12.4] exactly one resource, and one cursor', async () => {
  for (const query of [
    'resource=quilts&resource=blocks',
    'resource=quilts,blocks',
    'resource=blocks&cursor=a&cursor=a',
  ])
    expectFailure(await read(`/assets?${query}`), 'invalid_argument')
})

it('[D12.8, §8.cursor] a plus is a space and a percent-encoded plus is a plus', async () => {
  const page = (query: string) => read(`/fabrics?limit=1&query=${query}`)
  const { cursor } = expectSuccess(await page('kona%20cotton'), DATA.searchFabricCatalog)
  // A cursor belongs to the exact text, which the search itself would fold.
  expect((await page(`kona+cotton&cursor=${cursor}`)).status).toBe(200)
  expectFailure(await page(`kona%2Bcotton&cursor=${cursor}`), 'invalid_cursor')
})

describe.each(['/assets/quilts/{quilts}', '/quilts/{quilts}', '/blocks/{blocks}'])('%s', (path) => {
  it.each(['=TRUE', '=1', '=', '=yes', '=%20true', ''])(
    '[D12.7, §4.8.includeGeometry] refuses includeGeometry%s',
    async (value) => {
      const answer = await read(fill(`${path}?includeGeometry${value}`))
      expect(expectFailure(answer, 'invalid_argument').message).toBe('includeGeometry must be true or false.')
    },
  )

  it('[§4.8.includeGeometry, §4.8.data, §2.2.geometry] adds geometry for true only', async () => {
    const asset = async (query: string) =>
      expectSuccess(await read(fill(`${path}${query}`)), DATA.getAsset).asset
    expect(await asset('?includeGeometry=true')).toMatchObject({
      geometry: expect.anything(),
      geometryStatus: expect.any(String),
    })
    for (const query of ['', '?includeGeometry=false']) {
      const { geometry, geometryStatus } = await asset(query)
      expect([geometry, geometryStatus]).toEqual([undefined, undefined])
    }
  })
})
