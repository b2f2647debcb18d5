import { afterAll, describe, expect, it } from 'vitest'
import { DATA } from '../rest/contract.ts'
import { startPages, withoutOwnScript } from './signed-in.ts'

const server = await startPages()
afterAll(() => server.close())

const pathOf = (url: string) => new URL(url).pathname
const demo = (path: string) => server.page(path, 'user_demo')

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
    const { status, text } = await demo(pathOf(url))
    expect([name, status]).toEqual([name, 200])
    const shown = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    expect(text).toContain(`<h1>${shown}</h1>`)
  }
})

it('the start of your work shows it, and leads to all of it', async () => {
  const { status, text, headers } = await demo('/projects')
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  for (const words of ['Harvest Table Sampler', 'Coastal Geese', 'Mustard for the stars', 'Sign out'])
    expect(text).toContain(words)
  const [, more = ''] = /href="(\/projects\?show=blocks[^"]*)"/.exec(text) ?? []
  expect((await demo(more.replaceAll('&#38;', '&'))).text).toContain('Four Patch')
})

it('projects have covers, and what is archived stands apart', async () => {
  const { text } = await demo('/projects')
  const [projects = ''] = text.split('<h2>Quilts</h2>')
  const [current = '', archived = ''] = projects.split('Archived projects')
  expect(current.match(/<img src="\/editor\/quilts\/[^"]+\/drawing\.svg"/g)?.length).toBeGreaterThan(4)
  expect(archived).toMatch(/: <b>1<\/b><\/summary><ul class="tiles grid"><li>/)
  expect(text).toContain('about 69⅜ × 89¼″')
})

it('a drawing is there as SVG and PNG, in colour and in grey, for its owner only', async () => {
  const path = '/editor/blocks/blk_yDC-D7w2KMJJkUMTLIbBrH/drawing'
  const colors = async (query: string) =>
    [...(await demo(`${path}.svg${query}`)).text.matchAll(/#([0-9A-F]{2})([0-9A-F]{2})([0-9A-F]{2})\b/g)].map(
      ([, ...channels]) => new Set(channels).size,
    )
  expect((await colors('')).some((channels) => channels > 1)).toBe(true)
  expect(new Set(await colors('?in=grey'))).toEqual(new Set([1]))
  const { status, headers } = await demo(`${path}.png`)
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'no-store',
  ])
  expect((await server.page(`${path}.png`, 'user_other')).status).toBe(404)
})

it('an empty account and an empty project say what to do', async () => {
  expect((await server.page('/projects', 'nobody_yet')).text).toContain('A clean cutting table')
  const token = await server.tokenOf('nobody_yet')
  const { json } = await server.rest('/projects', { method: 'POST', token, body: { name: 'New' } })
  const { text } = await server.page(pathOf(json.data.url), 'nobody_yet')
  expect(text).toContain('Nothing of yours is in this project yet')
})

describe('[§1.ownership, D10.1] what is not yours is not there', () => {
  it('for every kind of page, to the byte', async () => {
    const nowhere = await demo('/editor/blocks/blk_nowhere')
    expect(nowhere.status).toBe(404)
    const { projects, assets } = await itemsOf('user_other')
    const own = new Set((await itemsOf('user_demo')).projects.map(({ id }) => id))
    const foreign = [...projects.filter(({ id }) => !own.has(id)), ...assets]
    expect(foreign.length).toBeGreaterThan(4)
    for (const { url } of foreign) {
      for (const path of [pathOf(url), `${pathOf(url)}/drawing.svg`]) {
        const { status, text } = await demo(path)
        expect([path, status]).toEqual([path, 404])
        expect(text).toBe(nowhere.text)
      }
    }
  })

  it('[D22.2] a member of a project sees only the own items in it', async () => {
    const { text } = await demo('/projects/prj_rP_09vFD0jEXye8ozqdQr9')
    expect(text).toContain('Raffle Ohio Stars')
    expect(text).not.toContain('Other user secret')
  })
})

describe('signed out', () => {
  it.each(['/projects', '/projects/prj_x', '/editor/blocks/blk_x?tab=1'])(
    '%s asks to sign in, and comes back',
    async (path) => {
      const { status, headers } = await server.page(path)
      expect(status).toBe(303)
      const target = new URL(headers.get('location') ?? '', server.baseUrl)
      expect([target.pathname, target.searchParams.get('back')]).toEqual(['/sign-in', path])
      const page = await server.page(`${target.pathname}${target.search}`)
      expect(page.text).toContain(`/sign-in/start?back=${encodeURIComponent(path)}`)
    },
  )

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/a b', 'javascript:alert(1)', ''])(
    'never leads to %s',
    async (back) => {
      const { text } = await server.page(`/sign-in?${new URLSearchParams({ back })}`)
      expect(text).toContain('/sign-in/start?back=%2Fprojects"')
    },
  )

  it('so is a cookie that somebody changed, or that ran out', async () => {
    const cookie = await server.cookieOf('user_demo')
    const changed = `${cookie.slice(0, -4)}${cookie.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    for (const each of [changed, 'selvage-session=x', 'selvage-session='])
      expect((await server.request('/projects', { headers: { cookie: each } })).status).toBe(303)
  })
})

describe('names are other people’s text', () => {
  const NAMES = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</title></h1><svg onload=alert(1)>',
    '{{7*7}} <%= 7*7 %>',
    'x'.repeat(120),
    '‮reversed‬ \u{1F9F5}',
  ]

  it.each(NAMES)('%s', async (name) => {
    const token = await server.tokenOf('hostile')
    const project = await server.rest('/projects', { method: 'POST', token, body: { name } })
    const block = await server.rest('/blocks', {
      method: 'POST',
      token,
      body: { name, finishedWidthInches: 12.5, finishedHeightInches: 0.25 },
    })
    for (const path of ['/projects', pathOf(project.json.data.url), pathOf(block.json.data.url)]) {
      const { status, text } = await server.page(path, 'hostile')
      expect(status).toBe(200)
      expect(withoutOwnScript(text)).not.toMatch(/<script|<img src=x|<svg onload|onerror=alert\(1\)>|‮/)
      expect(text).not.toMatch(/>49 /)
    }
    const drawing = await server.page(`${pathOf(block.json.data.url)}/drawing.svg`, 'hostile')
    expect(drawing.text).not.toMatch(/<script|<img|onload=alert\(1\)>/)
    expect(drawing.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })
})

it('[D41.1, D41.2] a block shows its pieces, its cloth and what to cut', async () => {
  const { text } = await demo('/editor/blocks/blk_yDC-D7w2KMJJkUMTLIbBrH')
  expect(text).toContain('aria-label="Bear&#39;s Paw, 14 × 14 inches, 45 pieces"')
  expect(text).toMatch(
    />16<\/td><td>half square triangle<\/td><td><b>8<\/b> of 2⅞ × 2⅞, cut once diagonally<\/td>.*?2 × 2″/,
  )
  expect(text).toMatch(/>Spice<\/a><span class="sub">Kona Cotton, K001-159</)
})

it('[D41.5] a quilt is drawn with its blocks, and shows what to buy in the numbers of the tool', async () => {
  const path = '/quilts/qlt_M21vtTqJA-do0wdL7TPTdI'
  const token = await server.tokenOf('user_demo')
  const { json } = await server.rest(`${path}?includeGeometry=true`, { token })
  const { fabrics, binding, backing } = json.data.asset.geometry.yardage
  const { text } = await demo(`/editor${path}`)
  const [, bought = ''] = text.split('<h2>What to buy</h2>')
  const eighths = ['', '⅛', '¼', '⅜', '½', '⅝', '¾', '⅞']
  for (const { yards } of [...fabrics, binding, backing, backing.wide]) {
    const whole = Math.floor(yards)
    const amount = `${whole === 0 ? '' : whole}${eighths[(yards - whole) * 8]} yd`
    expect(bought).toContain(`>${amount}`)
  }
  expect(bought).toContain('40″ usable width')
  expect(text).toContain('/palette?c=EBE4D1&#38;c=B54E23&#38;c=CA9520')
  expect(text).toContain('>Harvest Table Sampler</a></dd>')
  expect([...text.matchAll(/<use href="#block-/g)]).toHaveLength(12)
  expect(text).toContain('/editor/blocks/blk_ROGdgPP_yS62pXDX5d_JfT"')
  expect(text).toContain('placed 3 times')
})

it('what is not drawn says so: an empty block is squared paper, a swatch shows what is near', async () => {
  const { text } = await demo('/editor/blocks/blk_MJpfonFuLiWqPiLsdnStMC')
  for (const words of ['One square is 1″', 'It has no pieces yet.']) expect(text).toContain(words)
  expect(text).not.toContain('drawing.png')
  expect((await demo('/editor/swatches/swt_qDFxucqc8cI7x8SDPD2eVz')).text).toContain('Nearest fabrics')
  expect((await demo('/editor/swatches/swt_7RK2vKNm_JN4IxKm2o-Vzj')).text).toContain('no colour known')
})

it.each([
  '/editor/fabrics/x',
  '/editor/blocks',
  '/projects?show=fabrics',
  '/projects?cursor=nonsense',
  '/projects/a/b',
  '/projects/%25zz',
  '/editor/blocks/%25zz/drawing.svg',
])('%s is not there', async (path) => expect((await demo(path)).status).toBe(404))

const BLOCK = '/editor/blocks/blk_yDC-D7w2KMJJkUMTLIbBrH'
const PICTURE = `${BLOCK}/drawing.svg`

it('[D36.5, D36.9] pages count for the user; the pictures on them have a limit ten times as large', async () => {
  const limited = await startPages({ env: { RATE_LIMIT_USER: '1/60' } })
  expect((await limited.page(BLOCK, 'user_demo')).status).toBe(200)
  expect((await limited.page(BLOCK, 'user_demo')).status).toBe(429)
  const seen: number[] = []
  for (let count = 0; count < 11; count += 1) seen.push((await limited.page(PICTURE, 'user_demo')).status)
  expect(seen).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect((await limited.page(PICTURE)).status).toBe(404)
  await limited.close()
})

it('[D36.9] your own pages and pictures use nothing of the limits of your address', async () => {
  const limited = await startPages({ env: { RATE_LIMIT_ANONYMOUS: '1/60' } })
  for (let count = 0; count < 11; count += 1)
    for (const path of [BLOCK, PICTURE]) expect((await limited.page(path, 'user_demo')).status).toBe(200)
  for (const path of ['/llms.txt', '/fabrics']) expect((await limited.page(path)).status).toBe(200)
  await limited.close()
})

it('a picture of your own is not there for a token without the scopes', async () => {
  const scoped = await startPages({ env: { OAUTH_SCOPES: 'assets:read' } })
  const withToken = async (scope: string) => {
    const token = await scoped.issuer.mint(scoped.baseUrl, { sub: 'user_demo', scope })
    return (await scoped.request(PICTURE, { token })).status
  }
  expect([await withToken('assets:read'), await withToken('openid')]).toEqual([200, 404])
  await scoped.close()
})
