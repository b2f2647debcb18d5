import { afterAll, expect, it } from 'vitest'
import { startIssuer } from '../helpers/issuer.ts'
import { startTestServer } from '../helpers/server.ts'
import { rawRequest } from '../helpers/wire.ts'
import { DATA } from '../rest/contract.ts'
import { fillPaths, OPERATIONS } from '../rest/operations.ts'

const WEB_APP = 'https://app.quilts.example/studio'
const SPOOFED = 'spoofed.example'

const issuer = await startIssuer()
/** Behind a proxy that is trusted for addresses, which must not make it trusted for names. */
const server = await startTestServer({ issuer, env: { TRUST_PROXY: '1' } })
const elsewhere = await startTestServer({ issuer, env: { WEB_APP_URL: `${WEB_APP}/` } })
afterAll(async () => {
  await server.close()
  await elsewhere.close()
  await issuer.close()
})

/** A request that claims another host in every way there is. Its answer must not link there. */
async function spoof(requestLine: string, token?: string, body: object = {}) {
  const lines = [
    `${requestLine} HTTP/1.1`,
    ...['Host', 'X-Forwarded-Host', 'X-Original-Host'].map((name) => `${name}: ${SPOOFED}`),
    'X-Forwarded-Proto: https',
    `Forwarded: host=${SPOOFED};proto=https`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    'Content-Type: application/json',
  ]
  const answer = await rawRequest(server.port, lines, JSON.stringify(body))
  expect(`${answer.text}${[...answer.headers]}`).not.toContain(SPOOFED)
  return answer
}

it.each(OPERATIONS)('[D24.3] $operationId links nowhere that the request claims', async (operation) => {
  const token = await server.tokenOf('user_demo')
  const path = (await fillPaths(server, token))(operation.path)
  const answer = await spoof(`${operation.method} /api/v1${path}`, token, operation.body)
  expect(answer.status).toBeLessThan(300)
  for (const [, origin] of answer.text.matchAll(/"\w*[uU]rl":"(\w+:\/\/[^/"]+)/g)) {
    if (operation.operationId !== 'browseSupplies') expect(origin).toBe(server.baseUrl)
  }
})

it.each(['/', '/llms.txt', '/.well-known/oauth-protected-resource/mcp', '/nope', '/api/v1/projects'])(
  '[D24.3, §5.7] neither does %s',
  async (path) => {
    await spoof(`GET ${path}`)
  },
)

it.each([
  ['the default', server.baseUrl, server],
  ['WEB_APP_URL', WEB_APP, elsewhere],
] as const)('[D24.1, §2.ids] every link opens the matching page, with %s', async (_, base, one) => {
  const token = await one.tokenOf('user_demo')
  const data = async (path: string) => (await one.rest(path, { token })).json.data
  const { fabrics, libraryUrl } = DATA.searchFabricCatalog.parse(await data('/fabrics?query=kona+mustard'))
  expect(libraryUrl).toBe(`${base}/fabrics`)
  expect(fabrics[0]?.libraryUrl).toBe(`${base}/fabrics/robert-kaufman/kona-cotton`)
  const { items } = DATA.browseSupplies.parse(await data('/supplies?category=precuts&limit=1'))
  expect(items[0]?.guideUrl).toBe(`${base}/guides/precuts/${items[0]?.slug}`)
  const { projects, projectsUrl } = DATA.listProjects.parse(await data('/projects?limit=1'))
  expect(projectsUrl).toBe(`${base}/projects`)
  expect(projects[0]?.url).toBe(`${base}/projects/${projects[0]?.id}`)
  for (const resource of ['blocks', 'quilts', 'swatches', 'patterns']) {
    const [asset] = DATA.listAssets.parse(await data(`/assets?resource=${resource}&limit=1`)).assets
    const detail = DATA.getAsset.parse(await data(`/assets/${resource}/${asset?.id}`))
    const urls = new Set([asset?.url, detail.url, detail.asset.url])
    expect(urls).toEqual(new Set([`${base}/editor/${resource}/${asset?.id}`]))
  }
})
