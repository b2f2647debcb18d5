import { afterAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { expectFailure, expectSuccess } from './answers.ts'
import { DATA } from './contract.ts'
import { fillPaths } from './operations.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
const fill = await fillPaths(server, token)
afterAll(() => server.close())

const read = (path: string) => server.rest(path, { token })

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

describe.each([
  '/fabrics?',
  '/supplies?category=precuts&',
  '/projects?',
  '/assets?resource=blocks&',
  '/quilts?',
])('%s', (list) => {
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
