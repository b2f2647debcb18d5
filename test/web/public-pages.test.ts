import { Resvg } from '@resvg/resvg-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUPPLY_CATEGORIES } from '../../src/core/repositories.ts'
import { DATA } from '../rest/contract.ts'
import { type Pages, startPages } from './signed-in.ts'

let server: Pages
beforeAll(async () => {
  server = await startPages()
})
afterAll(() => server.close())

const MOST_BYTES = 50_000
const SAMPLE = [
  '/',
  '/fabrics',
  '/fabrics?query=mustard+kona',
  '/fabrics?query=%235F8A8B',
  '/fabrics?query=%23EBE4D1+%23B54E23+%23CA9520&manufacturer=Moda+Fabrics',
  '/fabrics/robert-kaufman/kona-cotton',
  '/guides',
  '/guides/precuts',
  '/guides/fabric-brands/moda-fabrics',
  '/sign-in',
]

const pathOf = (url: string) => new URL(url).pathname
const titleOf = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1]

it('[D24.1, D24.2] every link of the catalog and of the guides opens its page', async () => {
  const fabrics = DATA.searchFabricCatalog.parse((await server.rest('/fabrics?limit=25')).json.data)
  const links = new Set([fabrics.libraryUrl, ...fabrics.fabrics.map(({ libraryUrl }) => libraryUrl)])
  for (const category of SUPPLY_CATEGORIES) {
    const { json } = await server.rest(`/supplies?category=${category}&limit=25`)
    for (const { guideUrl } of DATA.browseSupplies.parse(json.data).items) links.add(guideUrl)
  }
  expect(links.size).toBeGreaterThan(170)
  for (const link of links) {
    const { status, headers } = await server.page(pathOf(link))
    expect([link, status]).toEqual([link, 200])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
})

it('[D24.2] every page of a collection, and every fabric on it, opens', async () => {
  const { text } = await server.page('/fabrics/andover-fabrics/nitty-gritty')
  const fabrics = [...text.matchAll(/href="(\/fabrics\/andover-fabrics\/nitty-gritty\/[^"]+)"/g)]
  expect(fabrics).toHaveLength(3)
  for (const [, path = ''] of fabrics) {
    const page = await server.page(path)
    expect(page.status).toBe(200)
    expect(page.text).toContain('no colour known')
  }
  const kona = await server.page('/fabrics/robert-kaufman/kona-cotton')
  const [, next = ''] = /href="([^"]+\?cursor=[^"]+)"/.exec(kona.text) ?? []
  expect((await server.page(next)).status).toBe(200)
})

describe.each(SAMPLE)('%s', (path) => {
  it('is small, has no script, and loads nothing from elsewhere', async () => {
    const { status, text, headers } = await server.page(path)
    expect(status).toBe(200)
    expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES)
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'")
    for (const [, address] of text.matchAll(/<(?:img|link|use)[^>]* (?:src|href)="([^"]+)"/g))
      expect(address).toMatch(new RegExp(`^(?:/|#|${server.baseUrl})`))
  })

  it('says what it is, to people and to machines', async () => {
    const { text } = await server.page(path)
    expect(titleOf(text)).toMatch(/\w/)
    expect(text).toMatch(/<meta name="description" content="[^"]{10,}">/)
    expect([...text.matchAll(/<h1>/g)]).toHaveLength(1)
    expect(text).toMatch(/<link rel="canonical" href="http|<meta name="robots" content="noindex">/)
  })
})

it('the files of a page are there, and may be kept', async () => {
  const { text } = await server.page('/')
  const addresses = [...text.matchAll(/"(?:http:\/\/[^/"]+)?(\/assets\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  expect(new Set(addresses).size).toBe(4)
  for (const address of addresses) {
    const { status, headers } = await server.page(address)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000')
  }
  const font = await fetch(`${server.baseUrl}${addresses.find((path) => path.endsWith('.woff2'))}`)
  const bytes = Buffer.from(await font.arrayBuffer())
  expect(bytes.subarray(0, 4).toString()).toBe('wOF2')
  expect(bytes.length).toBeLessThan(40_000)
})

it.each([
  '/fabrics/robert-kaufman',
  '/fabrics/robert-kaufman/no-such',
  '/fabrics/robert-kaufman/kona-cotton/curry/fab_unknown',
  '/fabrics?cursor=nonsense',
  '/guides/no-such',
  '/guides/precuts/no-such',
  '/guides/precuts/jelly-roll/deeper',
  '/guides/%E0%A4%A/x',
  '/nowhere',
  '/api',
])(
  '[D42.1] %s is a page for browsers that says there is none, and an envelope for programs',
  async (path) => {
    const { status, headers, text } = await server.page(path)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('<h1>Nothing here</h1>')
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0.5']) {
      const program = await server.request(path, { headers: { accept } })
      expect([400, 404]).toContain(program.status)
      expect(program.json).toMatchObject({ success: false })
    }
  },
)

it.each(['/api/v1/nowhere', '/api/v1', '/mcp/nowhere'])(
  '[D42.1] %s is of the API, and has an envelope for everybody',
  async (path) => {
    const { status, json } = await server.page(path)
    expect([status, json.error.code]).toEqual([404, 'not_found'])
  },
)

it('the quilt of the home page is drawn: its blocks, their pieces and their colours', async () => {
  const { text } = await server.page('/')
  const [drawing = ''] = /<svg[^>]* role="img"[\s\S]*?<\/svg>/.exec(text) ?? []
  expect(drawing).toContain('36 log cabin blocks')
  expect(drawing).not.toContain('no drawing')
  expect([...drawing.matchAll(/<use href="#block-/g)]).toHaveLength(36)
  const [block = ''] = /<g id="block-[\s\S]*?<\/g>/.exec(drawing) ?? []
  expect([...block.matchAll(/M[\d. L]+Z/g)]).toHaveLength(13)

  const { width, height, pixels } = new Resvg(drawing).render()
  const seen = new Map<string, number>()
  for (let at = 0; at < pixels.length; at += 4) {
    const color = `#${pixels
      .subarray(at, at + 3)
      .toString('hex')
      .toUpperCase()}`
    seen.set(color, (seen.get(color) ?? 0) + 1)
  }
  const total = width * height
  for (const color of ['#F3EFE6', '#27365A', '#CA9520', '#E3D7BF', '#4A6591']) {
    expect([color, (seen.get(color) ?? 0) / total > 0.01]).toEqual([color, true])
  }
})

it('shows the distance from a colour that was asked for, and only then', async () => {
  expect((await server.page('/fabrics?query=%235F8A8B')).text).toMatch(
    /ΔE \d+\.\d · (?:slight|(?:hardly |clearly )?visible)/,
  )
  expect((await server.page('/fabrics?query=kona')).text).not.toContain('ΔE')
})

it('takes hostile and overlong questions as text', async () => {
  const hostile = '"><script>alert(1)</script>'
  const { status, text } = await server.page(`/fabrics?query=${encodeURIComponent(hostile.repeat(9))}`)
  expect(status).toBe(200)
  expect(text).not.toContain('<script')
  expect(text).toContain('&#60;script&#62;')
})

it('[§7.503] a disabled API and an unreadable catalog are pages too', async () => {
  const disabled = await startPages({ env: { AGENT_API_ENABLED: 'false' } })
  const { status, text } = await disabled.page('/fabrics')
  expect([status, titleOf(text)]).toEqual([503, 'Not available right now · Selvage'])
  for (const path of ['/sitemap-pages.xml', '/sign-in/start', '/sign-in/callback', '/sign-in', '/projects'])
    expect([path, (await disabled.page(path)).status]).toEqual([path, 503])
  expect((await disabled.page('/')).status).toBe(200)
  await disabled.close()
})

it('a refused page is logged like every refused request, and is no failure of the server', async () => {
  const lines: Readonly<Record<string, unknown>>[] = []
  const errors: object[] = []
  const log = {
    info: (fields: object) => void lines.push({ ...fields }),
    warn: () => {},
    error: (fields: object) => void errors.push(fields),
  }
  const limited = await startPages({ log, env: { RATE_LIMIT_ANONYMOUS: '1/60' } })
  const disabled = await startPages({ log, env: { AGENT_API_ENABLED: 'false' } })
  for (const path of ['/fabrics', '/fabrics']) await limited.page(path)
  await disabled.page('/fabrics')
  const refused = lines.filter(({ operation, code }) => operation === '/fabrics' && code !== undefined)
  expect(refused).toMatchObject([
    { status: 429, code: 'rate_limited', limiter: 'anonymous' },
    { status: 503, code: 'api_disabled' },
  ])
  expect(errors).toEqual([])
  await Promise.all([limited.close(), disabled.close()])
})

it('[D36.5] pages count as calls of nobody', async () => {
  const limited = await startPages({ env: { RATE_LIMIT_ANONYMOUS: '1/60' } })
  expect((await limited.page('/fabrics')).status).toBe(200)
  const { status, headers, text } = await limited.page('/fabrics')
  expect([status, titleOf(text)]).toEqual([429, 'A little slower, please · Selvage'])
  expect(text).toContain(`${headers.get('retry-after')} seconds`)
  await limited.close()
})

it('[D36.5] so does the sitemap, which reads the whole catalog', async () => {
  const limited = await startPages({ env: { RATE_LIMIT_ANONYMOUS: '1/60' } })
  const statuses = [await limited.page('/sitemap-pages.xml'), await limited.page('/sitemap-pages.xml')]
  expect(statuses.map(({ status }) => status)).toEqual([200, 429])
  await limited.close()
})

it('[D24.2] with another web application there is only the home page, which links to none of them', async () => {
  const elsewhere = await startPages({ env: { WEB_APP_URL: 'https://app.quilts.example' } })
  const home = await elsewhere.page('/')
  expect(home.status).toBe(200)
  expect(home.text).not.toMatch(/href="\/(?:fabrics|guides|projects)/)
  for (const path of ['/fabrics', '/guides', '/projects', '/sign-in'])
    expect((await elsewhere.page(path)).status).toBe(404)
  await elsewhere.close()
})

it('[D24.2] the sitemap of the pages names pages that are there, and crawlers are told of it', async () => {
  const { text: robots } = await server.page('/robots.txt')
  expect(robots).toContain(`Sitemap: ${server.baseUrl}/sitemap-pages.xml`)
  expect(robots).toContain('Disallow: /editor')
  const { text, headers } = await server.page('/sitemap-pages.xml')
  expect(headers.get('content-type')).toBe('application/xml')
  const named = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url)
  expect(named.length).toBeGreaterThan(200)
  for (const url of named.filter((_, index) => index % 20 === 0))
    expect((await server.page(pathOf(url))).status).toBe(200)
})

it('[D38.2, D38.5] says how a question was read, and what is nearest where nothing is found', async () => {
  const misspelt = await server.page('/fabrics?query=kona+mustrad')
  expect(misspelt.text).toMatch(/class="reading">[^<]*mustrad/)
  const nothing = await server.page('/fabrics?query=kona&manufacturer=zzzqqq')
  expect(nothing.text).toContain('Nothing found.')
  expect(nothing.text).toMatch(/class="reading">[^<]*zzzqqq/)
  expect((await server.page('/fabrics?query=%235F8A8B')).text).not.toContain('CIEDE2000')
})
