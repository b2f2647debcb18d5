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
