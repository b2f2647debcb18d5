import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ICONS, iconPath } from '../core/tool.ts'
import { documentRoute } from '../http/document.ts'
import type { Route } from '../http/router.ts'
import type { Site } from './frame.ts'
import { PATHS } from './paths.ts'

const asset = (name: string) => Uint8Array.from(readFileSync(new URL(`assets/${name}`, import.meta.url)))

/** Without comments and needless white space. The style sheet has no strings with braces or colons. */
const minified = (sheet: string) =>
  sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim()

/** Browsers keep them for good, because the addresses change with the content. */
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' }
/** Browsers keep icons for a day, because the address stays the same when a picture changes. */
const DAY = 86_400
const SVG = 'image/svg+xml'

/** Where browsers, connectors and directories look for icons, and the licences of the data. */
const FIXED: ReadonlyArray<readonly [path: string, contentType: string, file: string]> = [
  ['/favicon.svg', SVG, 'icon.svg'],
  ['/favicon.png', 'image/png', 'icon.png'],
  ['/favicon.ico', 'image/vnd.microsoft.icon', 'favicon.ico'],
  [PATHS.sources, 'text/plain; charset=utf-8', '../../../data/SOURCES.md'],
  ...ICONS.map((icon) => [iconPath(icon), SVG, `tools/${icon}.svg`] as const),
]

/** The style sheet names the font by its address, which begins with `root`. */
export function siteAssets(root: string): { readonly addresses: Site['assets']; readonly routes: Route[] } {
  const routes = FIXED.map(([path, contentType, file]) =>
    documentRoute({ path, contentType, body: asset(file), maxAge: DAY }),
  )
  function publish(name: string, contentType: string, body: string | Uint8Array<ArrayBuffer> = asset(name)) {
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10)
    const path = `/assets/${hash}/${name}`
    routes.push(documentRoute({ path, contentType, body, headers: KEPT }))
    return path
  }
  const font = publish('fraunces.woff2', 'font/woff2')
  const sheet = minified(Buffer.from(asset('style.css')).toString())
  const addresses = {
    font,
    icon: publish('icon.svg', SVG),
    touch: publish('touch-icon.png', 'image/png'),
    card: publish('card.png', 'image/png'),
    copy: publish('copy.js', 'text/javascript; charset=utf-8'),
    style: publish('style.css', 'text/css; charset=utf-8', sheet.replace('fraunces.woff2', `${root}${font}`)),
  }
  return { addresses, routes }
}
