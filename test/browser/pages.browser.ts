import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { callTool } from '../helpers/mcp.ts'
import { type SignedInServer, startSignedInServer } from '../mcp/signed-in-server.ts'
import { PUBLIC_PAGES } from '../web/signed-in.ts'
import { findings, HAS_BROWSER, launch, type Opened, openPage, overflow, tooSmall } from './browser.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 900 }
const LOOKS = [PHONE, DESKTOP].flatMap((viewport) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
)

const OWN = [
  '/projects',
  '/projects/prj_Un6oFPbW3p2Yiw-wUoy5ci',
  '/editor/quilts/qlt_M21vtTqJA-do0wdL7TPTdI',
  '/editor/blocks/blk_yDC-D7w2KMJJkUMTLIbBrH',
  '/editor/blocks/blk_MJpfonFuLiWqPiLsdnStMC',
  '/editor/blocks/blk_SdHzsgVmzGFxq-59sC6tlv',
  '/editor/swatches/swt_qDFxucqc8cI7x8SDPD2eVz',
  '/editor/swatches/swt_7RK2vKNm_JN4IxKm2o-Vzj',
]

describe.skipIf(!HAS_BROWSER)('pages', () => {
  let running: SignedInServer
  let browser: Browser
  beforeAll(async () => {
    running = await startSignedInServer()
    browser = await launch()
  })
  afterAll(() => browser?.close())

  let opened: Opened | undefined
  afterEach(async () => {
    expect(opened?.problems).toEqual([])
    await opened?.close()
  })
  async function open(options = {}) {
    opened = await openPage(browser, [running.server.baseUrl, running.issuer], options)
    return opened.page
  }

  /** Asks for a page of the user's own, and signs in on the way with one click at the provider. */
  async function goSignedIn(page: Page, url: string) {
    await page.goto(url)
    await page.getByRole('link', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'user_demo' }).click()
    await page.waitForURL(url)
  }

  it('[D24.2, D37.1] what an assistant starts is there when its link is opened, after one click to sign in', async () => {
    const asked = new URLSearchParams({ user: 'user_demo', resource: running.server.baseUrl })
    const answer = await fetch(`${running.issuer}/access-token?${asked}`, { method: 'POST' })
    const token = await answer.text()
    const input = { name: 'Niece’s <b>star</b>', finishedWidthInches: 12.5, finishedHeightInches: 12.5 }
    const { json } = await callTool(running.server, 'create_block_stub', input, { token })
    const page = await open({ viewport: PHONE })
    await goSignedIn(page, json.result.structuredContent.url)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(input.name)
    const seesDrawing = (name: string | RegExp) => page.getByRole('img', { name }).isVisible()
    expect(await seesDrawing('Niece’s <b>star</b>, 12½ × 12½ inches, no pieces')).toBe(true)

    await page.getByRole('link', { name: 'Your work' }).first().click()
    await page
      .getByRole('link', { name: /Harvest Star Sampler/ })
      .first()
      .click()
    expect(await seesDrawing(/^Harvest Star Sampler, 50 × 64 inches/)).toBe(true)
    await page.getByRole('button', { name: 'Sign out' }).click()
  })

  it('the address of the connector is copied with one press', async () => {
    const page = await open({
      viewport: PHONE,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await page.goto(running.server.baseUrl)
    const address = `${running.server.baseUrl}/mcp`
    await page.getByRole('button', { name: `Copy ${address}`, exact: true }).click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
  })

  it('a palette is built, narrowed and taken apart without any script', async () => {
    const page = await open({ viewport: PHONE, javaScriptEnabled: false })
    await page.goto(`${running.server.baseUrl}/palette`)
    await page.getByLabel('Pick a colour').fill('#5f8a8b')
    await page.getByRole('button', { name: 'Add' }).first().click()
    await page.getByLabel('Or name one').fill('kona curry')
    await page.getByRole('button', { name: 'Add' }).nth(1).click()
    await page.getByLabel('Only from').fill('kona')
    await page.getByRole('button', { name: 'Show' }).click()
    expect(page.url()).toBe(`${running.server.baseUrl}/palette?c=5F8A8B&c=CA9520&in=kona`)
    expect(await page.getByRole('heading', { level: 2, name: /^Curry/ }).isVisible()).toBe(true)
    await page.getByRole('link', { name: /^Take out #5F8A8B/ }).click()
    expect(page.url()).toBe(`${running.server.baseUrl}/palette?c=CA9520&in=kona`)
  })

  it('work with the keyboard alone', async () => {
    const page = await open({ viewport: DESKTOP })
    await page.goto(`${running.server.baseUrl}/fabrics`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(page.url()).toMatch(/#main$/)
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('kona curry')
    await page.keyboard.press('Enter')
    await page.waitForURL(/query=kona\+curry/)
  })

  it.each(LOOKS)('axe finds nothing, nothing is cut off, too small or from elsewhere: %j', async (look) => {
    const { baseUrl } = running.server
    const page = await open(look)
    const examine = async (path: string) => {
      await page.goto(`${baseUrl}${path}`, { waitUntil: 'load' })
      const seen = [path, await overflow(page), await tooSmall(page), await findings(page)]
      expect(seen).toEqual([path, 0, [], []])
    }
    for (const path of PUBLIC_PAGES) await examine(path)
    await page.goto(`${baseUrl}/fabrics?query=kona`)
    for (const at of [0, 9, 20]) await page.getByRole('checkbox').nth(at).check()
    await page.getByRole('button', { name: 'Compare the chosen side by side' }).click()
    expect(page.url()).toMatch(/\/compare\?f=fab_.*&f=fab_.*&f=fab_/)
    await examine(page.url().slice(baseUrl.length))
    await goSignedIn(page, `${baseUrl}/projects`)
    for (const path of OWN) await examine(path)
    const lost = await browser.newPage(look)
    await lost.goto(`${baseUrl}/fabrics/no-such/page`)
    expect(await findings(lost)).toEqual([])
    await lost.close()
  })
})
