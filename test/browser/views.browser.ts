import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { HAS_BROWSER, launch, type Opened, openPage } from './browser.ts'
import { type Shown, showView, viewOf } from './view-host.ts'

const asked = z.object({
  messages: z.array(z.string()),
  links: z.array(z.string()),
  sizes: z.array(z.number()),
})
type Fields = Readonly<Record<string, unknown>>
const CONTEXT = { theme: 'light', width: 640 } as const
const QUILT = { resource: 'quilts', id: 'qlt_M21vtTqJA-do0wdL7TPTdI', includeGeometry: true }
/** Hosts give a view no more than this. */
const MOST_HEIGHT = 500

describe.skipIf(!HAS_BROWSER)('[D39.4] views in a host', () => {
  let server: TestServer
  let browser: Browser
  let token: string
  beforeAll(async () => {
    server = await startTestServer()
    token = await server.tokenOf('user_demo')
    browser = await launch()
  })
  afterAll(() => browser?.close())

  let opened: Opened | undefined
  afterEach(async () => {
    expect(opened?.problems).toEqual([])
    await opened?.close()
  })

  /** Shows a result in the view of its tool. */
  async function showResult(
    tool: string,
    input: Fields,
    result: unknown,
    context: Shown['context'] = CONTEXT,
  ) {
    const html = await viewOf(server, tool)
    const viewport = { width: 700, height: 560 }
    opened = await openPage(browser, [], { viewport, colorScheme: context.theme })
    const { page } = opened
    await showView(page, { html, input, result, context })
    const view = page.frameLocator('iframe')
    await view.locator('#root > *').first().waitFor()
    return { page, view, asked: async () => asked.parse(await page.evaluate('window.asked')) }
  }

  const call = async (tool: string, input: Fields) =>
    (await callTool(server, tool, input, { token })).json.result
  const show = async (tool: string, input: Fields) => showResult(tool, input, await call(tool, input))

  it('fabrics are swatches; one that is chosen goes back to the conversation', async () => {
    const { page, view, asked } = await show('search_fabric_catalog', { query: '#5F8A8B' })
    expect(await view.locator('.grid button:visible').count()).toBe(10)
    expect(await view.getByText(/^difference \d+\.\d$/).count()).toBe(25)
    expect(await view.locator('.chip[title^="#5F8A8B, asked for"]:visible').count()).toBe(10)
    await view.locator('.grid button').nth(1).click()
    await view.getByRole('button', { name: 'Tell your assistant about this fabric' }).click()
    await view.getByText(/ your assistant knows\.$/).waitFor()
    await view.getByRole('button', { name: 'Open this search in the library' }).click()
    await page.waitForFunction('window.asked.links.length === 1')
    const { messages, links, sizes } = await asked()
    expect(messages[0]).toMatch(/^I choose .+ by .+ \(.*#[0-9A-F]{6}\)\.$/)
    expect(links).toEqual([`${server.baseUrl}/fabrics?query=%235F8A8B`])
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_HEIGHT)
    await view.getByRole('button', { name: 'Show all 25' }).click()
    expect(await view.locator('.grid button:visible').count()).toBe(25)
    await page.evaluate('window.leave()')
  })

  it.each([
    ['blocks', 'blk_yDC-D7w2KMJJkUMTLIbBrH', "Bear's Paw, 14 × 14 inches, 45 pieces"],
    ['quilts', 'qlt_M21vtTqJA-do0wdL7TPTdI', 'Harvest Star Sampler, 50 × 64 inches'],
    ['swatches', 'swt_qDFxucqc8cI7x8SDPD2eVz', '#CA9520'],
  ])('an item of %s is drawn, and its page opened by the host', async (resource, id, label) => {
    const input = { resource, id, includeGeometry: true }
    const { page, view, asked } = await show('get_asset', input)
    expect(await view.getByRole('img', { name: label }).isVisible()).toBe(true)
    await view.getByRole('button', { name: 'Open its page' }).click()
    await page.waitForFunction('window.asked.links.length === 1')
    const { links, sizes } = await asked()
    expect(links).toEqual([`${server.baseUrl}/editor/${resource}/${id}`])
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_HEIGHT)
  })

  it('every piece to cut is shown on request', async () => {
    const result = await call('get_asset', QUILT)
    const { cutting } = result.structuredContent.asset.geometry
    const rows = cutting.reduce((sum: number, { pieces }: { pieces: unknown[] }) => sum + pieces.length, 0)
    const { view } = await showResult('get_asset', {}, result)
    expect(await view.locator('tr:visible').count()).toBe(2)
    expect(await view.getByText(/^Not counted: /).count()).toBe(0)
    await view.getByRole('button', { name: 'Show all to cut and to buy' }).click()
    expect(await view.locator('section').nth(0).locator('tr:visible').count()).toBe(rows)
    expect(await view.getByText('cut 5 at 44 1/2 × 2 1/2').isVisible()).toBe(true)
    expect(await view.getByText(/^Backing$/).isVisible()).toBe(true)
    expect(await view.getByText(/^Assumed: .*40″ usable width/).isVisible()).toBe(true)
    expect(await view.getByText('on its page').count()).toBe(0)
  })

  it('what is not counted is named', async () => {
    const result = await call('get_asset', QUILT)
    result.structuredContent.asset.geometry.yardage.notCounted.push('setting: blocks lie anywhere')
    const { view } = await showResult('get_asset', QUILT, result)
    expect(await view.getByText('Not counted: setting: blocks lie anywhere.').isVisible()).toBe(true)
  })

  it('a narrow host in the dark gets a quilt in the same height, and offers the full screen', async () => {
    const context = { theme: 'dark', width: 400, availableDisplayModes: ['inline', 'fullscreen'] } as const
    const result = await call('get_asset', QUILT)
    const { view, asked } = await showResult('get_asset', QUILT, result, context)
    await view.getByRole('button', { name: 'Full screen' }).waitFor()
    expect(Math.max(...(await asked()).sizes)).toBeLessThanOrEqual(MOST_HEIGHT)
  })

  it('names are text, not markup', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const size = { finishedWidthInches: 6, finishedHeightInches: 6 }
    const { json } = await callTool(server, 'create_block_stub', { name, ...size }, { token })
    const { blockId: id } = json.result.structuredContent
    const { view } = await show('get_asset', { resource: 'blocks', id })
    expect(await view.getByRole('heading').textContent()).toBe(name)
  })

  it.each([
    ['search_fabric_catalog', { query: 'qqqqzzz' }, 'No fabric was found.'],
    ['search_fabric_catalog', { limit: 0 }, 'The search did not work this time.'],
    ['get_asset', { resource: 'blocks', id: 'blk_nowhere' }, 'This item could not be read.'],
  ])('%s with nothing to show says so (%j)', async (tool, input, words) => {
    const { view } = await show(tool, input)
    expect(await view.getByText(words).isVisible()).toBe(true)
    expect(await view.getByText('Choose what you like').count()).toBe(0)
  })
})
