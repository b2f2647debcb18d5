import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { encodeIndexedPng } from '../../src/design/png.ts'
import { ROOT } from '../helpers/files.ts'
import { callTool } from '../helpers/mcp.ts'
import { startPages } from '../web/signed-in.ts'
import { launch, openPage } from './browser.ts'
import { showView, viewOf } from './view-host.ts'

// Takes the pictures of the README and those that directories show: `node test/browser/screenshots.ts`.

/** Pages, for the README, in both schemes. */
const PAGES = {
  home: '/',
  library: '/palette?c=EBE4D1&c=B54E23&c=CA9520',
  quilt: '/editor/quilts/qlt_M21vtTqJA-do0wdL7TPTdI',
  block: '/editor/blocks/blk_yDC-D7w2KMJJkUMTLIbBrH',
}

/** Views, for directories. A picture has 640 pixels and stands in 264 of the page: at this scale it is sharp. */
const SCALE = 640 / 264
const itemOf = (resource: string, id: string) => ({
  tool: 'get_asset',
  input: { resource, id, includeGeometry: true },
})
const PICTURES = {
  fabrics: { tool: 'search_fabric_catalog', input: { query: '#D9A441', collection: 'kona' } },
  quilt: itemOf('quilts', 'qlt_M21vtTqJA-do0wdL7TPTdI'),
  block: itemOf('blocks', 'blk_yDC-D7w2KMJJkUMTLIbBrH'),
}

/** A picture of a page with a palette: a third of the size. */
function small(picture: Buffer): Uint8Array {
  const href = `data:image/png;base64,${picture.toString('base64')}`
  const { width, height, pixels } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><image href="${href}" width="1200" height="900"/></svg>`,
  ).render()
  return encodeIndexedPng({ width, height, rgba: pixels }, 256) ?? picture
}

const server = await startPages()
const token = await server.tokenOf('user_demo')
const sharp = await launch(SCALE)
for (const [name, { tool, input }] of Object.entries(PICTURES)) {
  const html = await viewOf(server, tool)
  const { json: called } = await callTool(server, tool, input, { token })
  const { page, close } = await openPage(sharp, [], {
    viewport: { width: 640, height: 520 },
    deviceScaleFactor: SCALE,
  })
  const context = { theme: 'light', width: 620 } as const
  await showView(page, { html, input, result: called.result, context })
  await page.frameLocator('iframe').locator('#root > *').first().waitFor()
  const picture = await page.locator('iframe').screenshot()
  writeFileSync(join(ROOT, `deploy/plugin/assets/${name}.png`), picture)
  await close()
}
await sharp.close()
const browser = await launch()
for (const colorScheme of ['light', 'dark'] as const) {
  const { page, close } = await openPage(browser, [server.baseUrl], {
    viewport: { width: 1200, height: 900 },
    colorScheme,
    extraHTTPHeaders: { cookie: await server.cookieOf('user_demo') },
  })
  for (const [name, path] of Object.entries(PAGES)) {
    await page.goto(`${server.baseUrl}${path}`)
    writeFileSync(join(ROOT, `docs/pictures/${name}-${colorScheme}.png`), small(await page.screenshot()))
  }
  await close()
}
await browser.close()
await server.close()
