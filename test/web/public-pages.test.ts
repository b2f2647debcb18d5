import { gzipSync } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import { describe, expect, it } from 'vitest'
import { SUPPLY_CATEGORIES } from '../../src/core/rooms.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { DATA } from '../rest/contract.ts'
import { PUBLIC_PAGES, startPages, withoutOwnScript } from './signed-in.ts'

const server = await startPages()

/** One script, a file of ours; framed by nobody. */
const POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
/** As they are sent, compressed. */
const MOST_BYTES = 20_000
const pathOf = (url: string) => new URL(url).pathname
const textOf = async (path: string) => (await server.page(path)).text
const titleOf = (text: string) => /<title>(.*?)<\/title>/.exec(text)?.[1]
/** What the group of a pattern finds in a page, as it was before it was escaped. */
const allIn = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&#38;', '&'))
/** As wide and high as previews of links are. */
const CARD = ['image/png', 1200, 630]

/** What a picture says of itself: type, width and height. */
async function pictureAt(path: string) {
  const picture = await fetch(`${server.baseUrl}${path}`)
  const png = Buffer.from(await picture.arrayBuffer())
  return [picture.headers.get('content-type'), png.readUInt32BE(16), png.readUInt32BE(20)]
}

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
    expect([link, status, headers.get('content-type')]).toEqual([link, 200, 'text/html; charset=utf-8'])
  }
})

it.each(PUBLIC_PAGES)(
  '%s is small, says what it is, has no script, and loads nothing from elsewhere',
  async (path) => {
    const { status, text, headers } = await server.page(path)
    expect(status).toBe(200)
    expect(gzipSync(text).length).toBeLessThan(MOST_BYTES)
    expect(withoutOwnScript(text)).not.toMatch(/<script|<style|\sstyle=|\son\w+=/)
    expect(headers.get('content-security-policy')).toBe(POLICY)
    for (const address of allIn(text, /<(?:img|link|use)[^>]* (?:src|href)="([^"]+)"/g))
      expect(address).toMatch(new RegExp(`^(?:/|#|${server.baseUrl})`))
    expect(titleOf(text)).toMatch(/\w/)
    expect(text).toMatch(/<meta name="description" content="[^"]{10,}">/)
    expect(text.match(/<h1>/g)).toHaveLength(1)
    expect(text).toMatch(/<link rel="canonical" href="http|<meta name="robots" content="noindex">/)
  },
)

it('the files of a page are there, and may be kept', async () => {
  const addresses = allIn(await textOf('/'), /"(?:http:\/\/[^/"]+)?(\/assets\/[^"]+)"/g)
  expect(new Set(addresses).size).toBe(6)
  const [sheet = ''] = addresses.filter((address) => address.endsWith('.css'))
  const [font = ''] = allIn(await textOf(sheet), /url\("([^"]+)"\)/g)
  expect(addresses).toContain(pathOf(`${new URL(font, `${server.baseUrl}${sheet}`)}`))
  for (const address of addresses) {
    const { status, headers } = await server.page(address)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  }
})

it.each([
  '/fabrics/robert-kaufman/no-such',
  '/fabrics/robert-kaufman/kona-cotton/curry/fab_unknown',
  '/fabrics/no-such-maker',
  '/guides/no-such',
  '/guides/precuts/no-such',
  '/guides/%E0%A4%A/x',
  '/nowhere',
  '/api',
])(
  '[D42.1] %s is a page for browsers that says there is none, and an envelope for programs',
  async (path) => {
    const { status, headers, text } = await server.page(path)
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    expect(text).toContain('<h1>Nothing here</h1>')
    for (const accept of ['*/*', 'application/json, text/html;q=0.5']) {
      const program = await server.request(path, { headers: { accept } })
      expect([400, 404]).toContain(program.status)
      expect(program.json).toMatchObject({ success: false })
    }
  },
)

it.each(['/api/v1/nowhere', '/mcp/nowhere'])('[D42.1] %s has an envelope for everybody', async (path) => {
  expect((await server.page(path)).json).toMatchObject({ success: false, error: { code: 'not_found' } })
})

it('the quilt of the home page is drawn in its colours', async () => {
  const [drawing = ''] = /<svg[^>]* role="img"[\s\S]*?<\/svg>/.exec(await textOf('/')) ?? []
  const { width, height, pixels } = new Resvg(drawing).render()
  const shown = pixels.toString('hex')
  for (const color of ['f3efe6', '27365a', 'ca9520', 'e3d7bf', '4a6591']) {
    const share = shown.split(`${color}ff`).length / (width * height)
    expect([color, share > 0.01]).toEqual([color, true])
  }
})

it('takes hostile and overlong questions as text', async () => {
  const hostile = '"><script>alert(1)</script>'
  const text = await textOf(`/fabrics?query=${encodeURIComponent(hostile.repeat(9))}`)
  expect(withoutOwnScript(text)).not.toContain('<script')
  expect(text).toContain('&#60;script&#62;')
})

it('[§7.503] a disabled API is a page too', async () => {
  const disabled = await startPages({ env: { AGENT_API_ENABLED: 'false' } })
  for (const path of ['/fabrics', '/sign-in/start', '/sign-in', '/projects']) {
    const { status, text } = await disabled.page(path)
    expect([path, status, titleOf(text)]).toEqual([path, 503, 'Not available right now · Selvage'])
  }
  expect((await disabled.page('/')).status).toBe(200)
})

it('[D36.5, D36.8, D36.9, D42.6] what pages show counts as calls of an address, and not as documents too', async () => {
  const limited = await startPages({ env: { RATE_LIMIT_ANONYMOUS: '1/60' } })
  expect((await limited.page('/fabrics')).status).toBe(200)
  const catalog = ['/fabrics.csv', '/fabrics.ndjson', '/palette.png?c=5F8A8B']
  for (const path of ['/fabrics', ...catalog, '/sign-in', '/sign-in/start']) {
    for (let count = 0; count < 6; count += 1) {
      const { status, headers, text } = await limited.page(path)
      expect([path, status, titleOf(text)]).toEqual([path, 429, 'A little slower, please · Selvage'])
      expect(text).toContain(`${headers.get('retry-after')} seconds`)
    }
  }
  expect((await limited.page('/llms.txt')).status).toBe(200)
})

it('[D24.2] with another web application there is only the home page, which links to none of them', async () => {
  const elsewhere = await startPages({ env: { WEB_APP_URL: 'https://app.quilts.example' } })
  const statusOf = async (path: string) => (await elsewhere.page(path)).status
  expect((await elsewhere.page('/')).text).not.toMatch(/href="\/(?:fabrics|guides|projects)/)
  for (const path of ['/', '/fabrics.csv']) expect(await statusOf(path)).toBe(200)
  for (const path of ['/fabrics', '/guides', '/projects', '/sign-in']) expect(await statusOf(path)).toBe(404)
})

it('behind a proxy that takes a path away, links, forms, files and redirects begin with it', async () => {
  const env = { BASE_URL: 'https://x.example/quilts' }
  const below = await startPages({ issuer: await startIssuer(), env })
  for (const path of ['/', '/fabrics?query=kona', '/palette?c=5F8A8B', '/guides/precuts', '/nowhere']) {
    const { text } = await below.page(path)
    const addresses = allIn(text, / (?:href|src|action)="(\/[^"]*)"/g)
    expect(addresses.length).toBeGreaterThan(8)
    for (const address of addresses) expect(address).toMatch(/^\/quilts\//)
  }
  const { headers } = await below.page('/projects')
  expect(headers.get('location')).toBe('/quilts/sign-in?back=%2Fprojects')
})

it('[D24.2] the sitemap names documents and pages that are there, and crawlers are told of it', async () => {
  const robots = await textOf('/robots.txt')
  for (const line of [`Sitemap: ${server.baseUrl}/sitemap.xml`, 'Disallow: /editor'])
    expect(robots).toContain(line)
  const { text, headers } = await server.page('/sitemap.xml')
  expect(headers.get('content-type')).toBe('application/xml')
  const named = allIn(text, /<loc>([^<]+)<\/loc>/g)
  expect(named).toContain(`${server.baseUrl}/guides`)
  for (const url of named) expect((await server.page(pathOf(url))).status).toBe(200)
})

it('says how a question was read, and where nothing is found what would find something, as links that do', async () => {
  const misspelt = await textOf('/fabrics?query=kona+mustrad')
  expect(misspelt).toContain('Read “mustrad” as “mustard”.')
  expect(misspelt).toContain('<a href="/fabrics?query=kona+mustard">')
  const filtered = await textOf('/fabrics?query=curry&manufacturer=Robert+Kaufman')
  expect(filtered).toContain('href="/fabrics?query=curry">Maker: Robert Kaufman ×</a>')
  const nothing = await textOf('/fabrics?query=grunge&manufacturer=Robert+Kaufmann')
  expect(nothing).toContain('Nothing found.')
  const ways = allIn(nothing.split('Perhaps:')[1] ?? '', /class="pill" href="([^"]+)"/g)
  expect(ways.length).toBeGreaterThan(0)
  for (const path of ways) expect(await textOf(path)).toContain('class="swatches ')
})

describe('a palette', () => {
  const colorsOf = (text: string) => allIn(text, /<small>(#[0-9A-F]{6})<\/small>/g)

  it.each([
    ['%23d9a441', ['#D9A441']],
    ['rgb(217,+164,+65)', ['#D9A441']],
    ['kona+curry', ['#CA9520']],
    ['%235F8A8B+%23B54E23', ['#5F8A8B', '#B54E23']],
  ])('takes %s, and its address is the palette', async (name, expected) => {
    const text = await textOf(`/palette?c=000000&in=kona&add=${name}`)
    expect(colorsOf(text)).toEqual(['#000000', ...expected])
    const [address = ''] = allIn(text, /data-copy="[^"]*(\/palette\?[^"]*)"/g)
    expect(address).toMatch(/^\/palette\?c=000000&c=.*&in=kona$/)
    expect(colorsOf(await textOf(address))).toEqual(['#000000', ...expected])
  })

  it.each([
    ['c=5F8A8B&c=D9A441', 6],
    ['c=5F8A8B', 48],
  ])(
    '%s has a row for each colour, in its order, with the asked colour in each swatch',
    async (colors, count) => {
      const text = await textOf(`/palette?${colors}&in=kona`)
      const rows = text.split('<section class="palette-row">').slice(1)
      const asked = colors.replaceAll('c=', '#').split('&')
      expect(rows).toHaveLength(asked.length)
      for (const [at, color] of asked.entries()) {
        expect(rows[at]?.match(/<li><a href="\/fabrics\/robert-kaufman\/kona-cotton\//g)).toHaveLength(count)
        expect(rows[at]?.match(new RegExp(`width="4" height="4" fill="${color}"`, 'g'))).toHaveLength(count)
      }
    },
  )

  it('says what it does not know, and holds twelve', async () => {
    expect(await textOf('/palette?add=qqzzxx')).toContain('“qqzzxx”')
    const hidden = await textOf('/palette?c=5F8A8B&in=ko%E2%80%AEna&add=qq%E2%80%8Bzzxx')
    for (const words of ['value="kona"', '“qqzzxx”']) expect(hidden).toContain(words)
    expect(await textOf('/palette?c=5F8A8B&in=qqzzxx')).toContain('None of these has “qqzzxx”.')
    const many = Array.from({ length: 20 }, (_, at) => `c=${String(at).padStart(6, '0')}`).join('&')
    const full = await textOf(`/palette?${many}`)
    expect(colorsOf(full)).toHaveLength(12)
    expect(full).not.toContain('name="add"')
  })

  it('is a table that no spreadsheet calculates, and a picture with a column for each colour', async () => {
    const table = await server.page('/palette.csv?c=5F8A8B&c=D9A441&in=kona')
    expect(table.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, first] = table.text.replace(/^\uFEFF/, '').split('\n')
    expect(head).toBe('Colour,Fabric,Line,Maker,Number,Its colour,Difference')
    expect(first).toMatch(/^#5F8A8B,[^,]+,Kona Cotton,Robert Kaufman,K001-\d+,#[0-9A-F]{6},difference /)
    expect(await pictureAt('/palette.png?c=5F8A8B&c=D9A441')).toEqual(CARD)
    expect((await server.page('/palette.png')).status).toBe(404)
  })
})

describe('the library', () => {
  const total = (text: string) => allIn(text, /class="quiet">([\d,]+)/g)[0]

  it('counts what each family, maker and line would leave', async () => {
    expect(await textOf('/fabrics?manufacturer=Moda')).toContain('collection=Bella+Solids"')
    const counted =
      /<a href="(\/fabrics\?[^"]*(?:family|manufacturer)=[^"]*)">(?:<svg.*?<\/svg><span>)?[^<]*(?:<\/span>)? ?<span class="count">([\d,]+)</g
    for (const query of ['/fabrics?query=kona+cotton', '/fabrics?query=navy']) {
      const links = [...(await textOf(query)).matchAll(counted)]
      expect(links.length).toBeGreaterThan(5)
      for (const [, path = '', left] of links.slice(0, 12))
        expect([path, total(await textOf(path.replaceAll('&#38;', '&')))]).toEqual([path, left])
    }
  })

  it('goes on and back, with the position', async () => {
    const second = await textOf('/fabrics?page=2')
    for (const words of ['49–96 of 2,942', 'rel="prev" href="/fabrics"', 'rel="next" href="/fabrics?page=3"'])
      expect(second).toContain(words)
    for (const page of ['0', '-1', '9999', 'x'])
      expect(await textOf(`/fabrics?page=${page}`)).toContain('class="swatches ')
  })

  it('compares two to five fabrics, in colour and in grey', async () => {
    const ids = allIn(await textOf('/fabrics?query=kona'), /name="f" value="([^"]+)"/g).map((id) => `f=${id}`)
    const compared = (some: readonly string[]) => textOf(`/compare?${some.join('&')}`)
    const three = await compared(ids.slice(0, 3))
    expect(three.match(/<svg class="chip"/g)).toHaveLength(6)
    const [, greys = ''] = three.split('<ul class="edge">')
    expect(greys.match(/<rect[^>]* fill="#(..)\1\1"/g)).toHaveLength(3)
    expect((await compared(ids)).match(/<svg class="chip"/g)).toHaveLength(10)
    expect(await compared(['f=fab_x', 'f=%22%3E'])).toContain('<h1>Compare fabrics</h1>')
  })

  it('every example of how to search finds something', async () => {
    const examples = allIn(await textOf('/fabrics/how-to-search'), /href="(\/fabrics\?query=[^"]+)"/g)
    expect(examples.length).toBeGreaterThan(12)
    for (const path of examples) {
      const { status, headers, text } = await server.page(path)
      const shown = status === 303 ? await textOf(headers.get('location') ?? '') : text
      expect([path, shown.includes('class="swatches')]).toEqual([path, true])
    }
  })

  it.each([
    ['tiffany+blue', '/palette?c=7BF2DA'],
    ['%235F8A8B+qqzzxx', '/palette?c=5F8A8B&in=qqzzxx'],
    ['%23EBE4D1+bella+%23b54e23&manufacturer=Moda', '/palette?c=EBE4D1&c=B54E23&in=bella+Moda'],
  ])(
    'leads %s to the palette of its colours, with the words and filters beside them',
    async (query, palette) => {
      const { status, headers } = await server.page(`/fabrics?query=${query}`)
      expect([status, headers.get('location')]).toEqual([303, palette])
    },
  )
})

it('a fabric has its neighbours in the line, other makers’ nearest, and a card for previews', async () => {
  const line = await textOf('/fabrics/robert-kaufman/kona-cotton')
  const [path = ''] = allIn(line, /href="(\/fabrics\/robert-kaufman\/kona-cotton\/curry\/[^"]+)"/g)
  expect((await server.page(path.replace('kona-cotton', 'bella-solids'))).status).toBe(404)
  const text = await textOf(path)
  expect(text).toMatch(/rel="prev" href="\/fabrics\/robert-kaufman\/kona-cotton\//)
  expect(text).toMatch(/\d+ of 376 in the line/)
  expect(text).toContain('data-copy="Curry, Kona Cotton, K001-1677"')
  const nearest = allIn(text.split('Nearest of other makers')[1] ?? '', /class="sub">([^<]+ · [A-Z][^<]+)/g)
  expect(nearest).toHaveLength(12)
  expect(nearest.filter((line) => line.includes('Robert Kaufman'))).toEqual([])
  for (const card of [`${path}/card.png`, '/fabrics/robert-kaufman/kona-cotton/card.png']) {
    expect(await pictureAt(card)).toEqual(CARD)
    const preview = `<meta property="og:image" content="${server.baseUrl}${card}">`
    expect(await textOf(card.replace('/card.png', ''))).toContain(preview)
  }
})

it('guides draw precuts, rulers and mats to one scale', async () => {
  const text = await textOf('/guides/precuts')
  expect(text).toContain('aria-label="Charm pack, 5 × 5″"><rect width="5" height="5"')
  expect(text).toContain('aria-label="Jelly roll, 2½ × 40″"><rect width="40" height="2.5"')
  expect(await textOf('/guides/rulers')).toContain('8½ × 24″')
})

it('[D42.9] privacy, support and terms are pages that name the operator, and are not there without one', async () => {
  for (const path of ['/privacy', '/support', '/terms']) expect((await server.page(path)).status).toBe(404)
  const operator = { OPERATOR_NAME: 'Quilts & Co', OPERATOR_EMAIL: 'help@quilts.example' }
  const elsewhere = { WEB_APP_URL: 'https://app.quilts.example', TERMS_URL: 'https://quilts.example/terms' }
  for (const [env, terms] of [
    [operator, 404],
    [{ ...operator, ...elsewhere }, 200],
  ] as const) {
    const named = await startPages({ env })
    for (const path of ['/privacy', '/support'])
      expect((await named.page(path)).text).toMatch(/Quilts &#38; Co[\s\S]*href="mailto:help@quilts.example"/)
    expect((await named.page('/terms')).status).toBe(terms)
  }
})
