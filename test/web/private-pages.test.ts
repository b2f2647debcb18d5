import { expect, it } from 'vitest'
import { inchesNumber } from '../../src/design/index.ts'
import { DATA } from '../rest/contract.ts'
import { startPages, withoutOwnScript } from './signed-in.ts'

const server = await startPages()

const BLOCK = '/editor/blocks/blk_yDC-D7w2KMJJkUMTLIbBrH'
const PICTURE = `${BLOCK}/drawing.svg`

const pathOf = (url: string) => new URL(url).pathname
const demo = (path: string) => server.page(path, 'user_demo')
const textOf = async (path: string, user = 'user_demo') => (await server.page(path, user)).text

async function itemsOf(user: string) {
  const token = await server.tokenOf(user)
  const data = async (path: string) => (await server.rest(path, { token })).json.data
  const { projects } = DATA.listProjects.parse(await data('/projects?limit=50'))
  const assets = await Promise.all(
    ['quilts', 'blocks', 'swatches', 'patterns'].map(
      async (resource) => DATA.listAssets.parse(await data(`/assets?resource=${resource}&limit=50`)).assets,
    ),
  )
  return { projects, assets: assets.flat() }
}

it('[D24.1, D24.2] every link of the demo account opens its page, with its name', async () => {
  const { projects, assets } = await itemsOf('user_demo')
  expect(projects.length + assets.length).toBeGreaterThan(60)
  for (const { url, name } of [...projects, ...assets]) {
    const shown = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    expect(await textOf(pathOf(url))).toContain(`<h1>${shown}</h1>`)
  }
})

it('your work starts with covers of projects, with the archived ones apart', async () => {
  const { text, headers } = await demo('/projects')
  expect(headers.get('cache-control')).toBe('no-store')
  for (const words of [
    'Harvest Table Sampler',
    'Coastal Geese',
    'Mustard for the stars',
    'Four Patch',
    'Sign out',
  ])
    expect(text).toContain(words)
  const [projects = ''] = text.split('<h2>Quilts</h2>')
  const [current = '', archived = ''] = projects.split('Archived projects')
  expect(current.match(/<img src="\/editor\/quilts\/[^"]+\/drawing\.svg"/g)?.length).toBeGreaterThan(4)
  expect(archived).toMatch(/: <b>1<\/b><\/summary><ul class="projects tiles grid"><li>/)
  expect(text).toContain('about 69⅜ × 89¼″')
})

it('a drawing is there as SVG and PNG, in colour and in grey, for its owner only', async () => {
  const channelsIn = async (query: string) => {
    const hexes = (await textOf(`${PICTURE}${query}`)).matchAll(/#([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})\b/g)
    return Math.max(...[...hexes].map(([, ...channels]) => new Set(channels).size))
  }
  expect([await channelsIn(''), await channelsIn('?in=grey')]).toEqual([3, 1])
  const { status, headers } = await demo(`${BLOCK}/drawing.png`)
  const said = [status, headers.get('content-type'), headers.get('cache-control')]
  expect(said).toEqual([200, 'image/png', 'no-store'])
})

it('an empty account and an empty project say what to do', async () => {
  expect(await textOf('/projects', 'nobody_yet')).toContain('A clean cutting table')
  const token = await server.tokenOf('nobody_yet')
  const { json } = await server.rest('/projects', { method: 'POST', token, body: { name: 'New' } })
  const words = 'Nothing of yours is in this project yet'
  expect(await textOf(pathOf(json.data.url), 'nobody_yet')).toContain(words)
})

it('of many items the newest fifty are shown, and the page says so', async () => {
  const token = await server.tokenOf('crowded')
  const body = { name: 'Block', finishedWidthInches: 6, finishedHeightInches: 6 }
  for (let count = 0; count < 51; count += 1) await server.rest('/blocks', { method: 'POST', token, body })
  const text = await textOf('/projects', 'crowded')
  expect(text.match(/drawing\.svg/g)).toHaveLength(50)
  expect(text).toContain('The newest 50 are shown. Your assistant finds older blocks by name.')
})

it('[§1.ownership, D10.1] what is not yours is not there, to the byte, on every kind of page', async () => {
  const nowhere = await textOf('/editor/blocks/blk_nowhere')
  const { projects, assets } = await itemsOf('user_other')
  const own = new Set((await itemsOf('user_demo')).projects.map(({ id }) => id))
  const foreign = [...projects.filter(({ id }) => !own.has(id)), ...assets]
  expect(foreign.length).toBeGreaterThan(4)
  for (const { url } of foreign) {
    for (const path of ['', '/drawing.svg', '/drawing.png'].map((end) => `${pathOf(url)}${end}`)) {
      const { status, text } = await demo(path)
      expect([path, status, text]).toEqual([path, 404, nowhere])
    }
  }
})

it('[D22.2] a member of a project sees only the own items in it', async () => {
  const text = await textOf('/projects/prj_rP_09vFD0jEXye8ozqdQr9')
  expect([text.includes('Raffle Ohio Stars'), text.includes('Other user secret')]).toEqual([true, false])
})

it.each(['/projects', '/projects/prj_x', '/editor/blocks/blk_x?tab=1'])(
  'signed out, %s asks to sign in, and comes back',
  async (path) => {
    const { status, headers } = await server.page(path)
    const target = new URL(headers.get('location') ?? '', server.baseUrl)
    expect([status, target.pathname, target.searchParams.get('back')]).toEqual([303, '/sign-in', path])
    const page = await server.page(`${target.pathname}${target.search}`)
    expect(page.text).toContain(`/sign-in/start?back=${encodeURIComponent(path)}`)
  },
)

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a b', 'javascript:alert(1)', ''])(
  'signing in never leads to %s',
  async (back) => {
    const { text } = await server.page(`/sign-in?${new URLSearchParams({ back })}`)
    expect(text).toContain('/sign-in/start?back=%2Fprojects"')
  },
)

it.each([
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></h1><svg onload=alert(1)>',
  '{{7*7}} <%= 7*7 %>',
  '{title} {main}',
  'x'.repeat(120),
  '‮reversed‬ \u{1F9F5}',
])('a name is text of others: %s', async (name) => {
  const token = await server.tokenOf('hostile')
  const size = { finishedWidthInches: 12.5, finishedHeightInches: 0.25 }
  const project = await server.rest('/projects', { method: 'POST', token, body: { name } })
  const block = await server.rest('/blocks', { method: 'POST', token, body: { name, ...size } })
  const blockPath = pathOf(block.json.data.url)
  for (const path of ['/projects', pathOf(project.json.data.url), blockPath]) {
    const text = await textOf(path, 'hostile')
    expect(text.match(/<h1>/g)).toHaveLength(1)
    expect(withoutOwnScript(text)).not.toMatch(/<script|<img src=x|<svg onload|onerror=alert\(1\)>|‮/)
    expect(text).not.toMatch(/>49 /)
  }
  const drawing = await server.page(`${blockPath}/drawing.svg`, 'hostile')
  expect(drawing.text).not.toMatch(/<script|<img|onload=alert\(1\)>/)
  expect(drawing.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
})

it('[D41.1, D41.2] a block shows its pieces, its cloth and what to cut', async () => {
  const text = await textOf(BLOCK)
  expect(text).toContain('aria-label="Bear&#39;s Paw, 14 × 14 inches, 45 pieces"')
  for (const words of ['>16 half-square triangles<', '>8 at 2⅞ × 2⅞, cut once diagonally (1 strip 2⅞ wide)<'])
    expect(text).toContain(words)
  expect(text).toMatch(/>Spice<\/a><span class="sub">Kona Cotton, K001-159</)
})

it('[D41.5] a quilt is drawn with its blocks, and shows what to buy in the numbers of the tool', async () => {
  const path = '/quilts/qlt_M21vtTqJA-do0wdL7TPTdI'
  const token = await server.tokenOf('user_demo')
  const { json } = await server.rest(`${path}?includeGeometry=true`, { token })
  const { fabrics, binding, backing } = json.data.asset.geometry.yardage
  const text = await textOf(`/editor${path}`)
  const [, bought = ''] = text.split('<h2>What to buy</h2>')
  expect(bought).toContain('<h2>What to cut</h2>')
  for (const { yards } of [...fabrics, binding, backing, backing.wide])
    expect(bought).toContain(`>${inchesNumber(yards)} yd`)
  expect(bought).toContain('40″ usable width')
  expect(text.match(/<use href="#block-/g)).toHaveLength(12)
  const palette = '/palette?c=EBE4D1&#38;c=B54E23&#38;c=CA9520'
  const block = '/editor/blocks/blk_ROGdgPP_yS62pXDX5d_JfT"'
  for (const words of [palette, block, '>Harvest Table Sampler</a></nav>', 'placed 3 times'])
    expect(text).toContain(words)
})

it('what is not drawn says so: an empty block is squared paper, a swatch names its cloth', async () => {
  const text = await textOf('/editor/blocks/blk_MJpfonFuLiWqPiLsdnStMC')
  for (const words of ['One square is 1″', 'It has no pieces yet.']) expect(text).toContain(words)
  expect(text).not.toContain('drawing.png')
  expect(await textOf('/editor/swatches/swt_qDFxucqc8cI7x8SDPD2eVz')).toContain('>Curry</a>')
  expect(await textOf('/editor/swatches/swt_7RK2vKNm_JN4IxKm2o-Vzj')).toContain('no colour known')
})

it.each([
  '/editor/fabrics/x',
  '/editor/blocks',
  '/projects/a/b',
  '/projects/%25zz',
  '/editor/blocks/%25zz/drawing.svg',
])('%s is not there', async (path) => expect((await demo(path)).status).toBe(404))

it('[D36.5, D36.9] your pages count for you, and their pictures ten times as far; nothing for your address', async () => {
  const env = { RATE_LIMIT_USER: '1/60', RATE_LIMIT_ANONYMOUS: '1/60' }
  const limited = await startPages({ env })
  const statusOf = async (path: string, user?: string) => (await limited.page(path, user)).status
  for (const [path, most] of [
    [BLOCK, 1],
    [PICTURE, 10],
  ] as const) {
    for (let count = 0; count < most; count += 1) expect(await statusOf(path, 'user_demo')).toBe(200)
    expect(await statusOf(path, 'user_demo')).toBe(429)
  }
  for (const path of ['/llms.txt', '/fabrics']) expect(await statusOf(path)).toBe(200)
})

it('a picture of your own is not there for a token without the scopes, and for nobody', async () => {
  const scoped = await startPages({ env: { OAUTH_SCOPES: 'assets:read' } })
  const withToken = async (scope: string) => {
    const token = await scoped.issuer.mint(scoped.baseUrl, { sub: 'user_demo', scope })
    return (await scoped.request(PICTURE, { token })).status
  }
  expect([await withToken('assets:read'), await withToken('openid')]).toEqual([200, 404])
  expect((await scoped.page(PICTURE)).status).toBe(404)
})
