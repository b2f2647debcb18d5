import { afterAll, describe, expect, it } from 'vitest'
import { startIssuer } from '../helpers/issuer.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { exchange } from '../helpers/wire.ts'
import { DATA } from '../rest/contract.ts'
import { fillPaths, OPERATIONS } from '../rest/operations.ts'

const WEB_APP = 'https://app.quilts.example/studio'
const SPOOFED = 'spoofed.example'

/** Behind a proxy that is trusted for addresses, which must not make it trusted for names. */
const issuer = await startIssuer()
const server = await startTestServer({ issuer, env: { TRUST_PROXY: '1' } })
const elsewhere = await startTestServer({ issuer, env: { WEB_APP_URL: `${WEB_APP}/` } })
afterAll(async () => {
  await server.close()
  await elsewhere.close()
  await issuer.close()
})

/** A request that claims another host in every way there is. */
async function spoof(method: string, path: string, token?: string, body = '') {
  return exchange(
    server.port,
    [
      `${method} ${path} HTTP/1.1`,
      `Host: ${SPOOFED}`,
      `X-Forwarded-Host: ${SPOOFED}`,
      'X-Forwarded-Proto: https',
      'X-Forwarded-For: 192.0.2.1',
      `X-Original-Host: ${SPOOFED}`,
      `Forwarded: host=${SPOOFED};proto=https`,
      ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

it.each(OPERATIONS)('[D24.3] $operationId links nowhere that the request claims', async (operation) => {
  const token = await server.tokenOf('user_demo')
  const path = (await fillPaths(server, token))(operation.path)
  const { method, body } = operation
  const answer = await spoof(method, `/api/v1${path}`, token, body === undefined ? '' : JSON.stringify(body))
  expect(answer.status).toBeLessThan(300)
  expect(`${answer.text}${[...answer.headers]}`).not.toContain(SPOOFED)
  for (const [, origin] of answer.text.matchAll(/"\w*[uU]rl":"(\w+:\/\/[^/"]+)/g)) {
    if (operation.operationId !== 'browseSupplies') expect(origin).toBe(server.baseUrl)
  }
})

it.each([undefined, 'nonsense'])(
  '[D24.3, §5.7] neither does the challenge of a 401 (token: %s)',
  async (token) => {
    const answer = await spoof('GET', '/api/v1/projects', token)
    expect(answer.status).toBe(401)
    const challenge = answer.headers.get('www-authenticate')
    expect(challenge).toContain(`resource_metadata="${server.baseUrl}/.well-known/oauth-protected-resource"`)
    expect(challenge).not.toContain(SPOOFED)
  },
)

it.each([
  '/',
  '/llms.txt',
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
  '/nope',
])('[D24.3] neither does %s', async (path) => {
  const answer = await spoof('GET', path)
  expect(`${answer.text}${[...answer.headers]}`).not.toContain(SPOOFED)
})

/** The links of every kind of answer, from one server. */
async function linksOf(one: TestServer) {
  const token = await one.tokenOf('user_demo')
  const data = async (path: string) => (await one.rest(path, { token })).json.data
  const { fabrics, libraryUrl } = DATA.searchFabricCatalog.parse(await data('/fabrics?query=kona+mustard'))
  const { items } = DATA.browseSupplies.parse(await data('/supplies?category=precuts&limit=1'))
  const { projects, projectsUrl } = DATA.listProjects.parse(await data('/projects?limit=1'))
  const assets = await Promise.all(
    ['blocks', 'quilts', 'swatches', 'patterns'].map(async (resource) => {
      const [asset] = DATA.listAssets.parse(await data(`/assets?resource=${resource}&limit=1`)).assets
      const detail = DATA.getAsset.parse(await data(`/assets/${resource}/${asset?.id}`))
      return { resource, id: asset?.id, urls: [asset?.url, detail.url, detail.asset.url] }
    }),
  )
  return { fabric: fabrics[0], libraryUrl, guide: items[0], project: projects[0], projectsUrl, assets }
}

describe.each([
  { name: 'the default', base: () => server.baseUrl, one: () => server },
  { name: 'WEB_APP_URL', base: () => WEB_APP, one: () => elsewhere },
])('with $name', ({ base, one }) => {
  it('[D24.1, §2.ids] every link opens the matching page', async () => {
    const links = await linksOf(one())
    expect(links.libraryUrl).toBe(`${base()}/fabrics`)
    expect(links.fabric?.libraryUrl).toBe(`${base()}/fabrics/robert-kaufman/kona-cotton`)
    expect(links.guide?.guideUrl).toBe(`${base()}/guides/precuts/${links.guide?.slug}`)
    expect(links.projectsUrl).toBe(`${base()}/projects`)
    expect(links.project?.url).toBe(`${base()}/projects/${links.project?.id}`)
    for (const { resource, id, urls } of links.assets)
      expect(new Set(urls)).toEqual(new Set([`${base()}/editor/${resource}/${id}`]))
  })
})

it('[D24.1, §5.7] WEB_APP_URL moves the pages, not the API', async () => {
  const { headers } = await elsewhere.rest('/projects')
  expect(headers.get('www-authenticate')).toContain(`"${elsewhere.baseUrl}/.well-known/`)
})
