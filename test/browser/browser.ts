import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import * as z from 'zod'

const PATHS = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
const executablePath = PATHS.find((path) => path !== undefined && existsSync(path))

/** Whether this machine has a browser; without one these tests are skipped, and say so. */
export const HAS_BROWSER = executablePath !== undefined
if (!HAS_BROWSER) {
  process.stderr.write(
    'No Chromium on this machine: browser tests are skipped. Set CHROMIUM_PATH to run them.\n',
  )
}

/** Frames of a page ignore the scale of a context, so a picture of them needs that of the browser. */
export const launch = (scale = 1): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath ?? '',
    args: ['--no-sandbox', `--force-device-scale-factor=${scale}`],
  })

/** A page that remembers what went wrong on it: console errors, and requests that left the origins. */
export async function openPage(
  browser: Browser,
  origins: readonly string[],
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext(options)
  const problems: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(error.error().message))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (!origins.includes(url.origin) && !['data:', 'about:'].includes(url.protocol))
      problems.push(request.url())
  })
  return { page: await context.newPage(), problems, close: () => context.close() }
}

export type Opened = Awaited<ReturnType<typeof openPage>>

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }))

/** What axe finds on a page, each with the first place; the page's own policy lets no other script in. */
export async function findings(page: Page): Promise<string[]> {
  const found: unknown = await page.evaluate(`${axe}; axe.run().then(({ violations }) => violations)`)
  return violations.parse(found).map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)
}

/** How far a page is wider than its window, in pixels. */
export const overflow = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Texts below 14 pixels as they are drawn; in a drawing, its scale counts. */
export const tooSmall = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('main *, header *, footer *')]
    .filter((element) => [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
    .filter((element) => {
      const { a, b } = element.ownerSVGElement ? element.getScreenCTM() : { a: 1, b: 0 }
      return parseFloat(getComputedStyle(element).fontSize) * Math.hypot(a, b) < 14
    })
    .map((element) => element.outerHTML.slice(0, 120))`)
