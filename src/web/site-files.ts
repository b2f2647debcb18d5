import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ICONS, iconPath } from '../core/tool.ts'
import { documentRoute, type Route } from '../http/router.ts'
import type { Site } from './frame.ts'

/** These addresses change with the content, so browsers may keep the files for good. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

const FILES = {
  font: ['fraunces.woff2', 'font/woff2'],
  icon: ['icon.svg', 'image/svg+xml'],
  touch: ['touch-icon.png', 'image/png'],
  card: ['card.png', 'image/png'],
  copy: ['copy.js', 'text/javascript; charset=utf-8'],
} as const

/** A style sheet without comments and white space that mean nothing. It has no strings with braces or colons. */
const minified = (sheet: string) =>
  sheet
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replaceAll(';}', '}')
    .trim()

const read = (name: string) => Uint8Array.from(readFileSync(new URL(`assets/${name}`, import.meta.url)))
const hashOf = (body: string | Uint8Array) =>
  createHash('sha256').update(body).digest('base64url').slice(0, 10)

/**
 * The style sheet, the font and the pictures of all pages.
 *
 * @param root what their addresses begin with, before `/assets`.
 */
export function siteAssets(root: string): { readonly addresses: Site['assets']; readonly routes: Route[] } {
  const routes: Route[] = []
  const publish = (name: string, contentType: string, body: string | Uint8Array<ArrayBuffer>) => {
    const path = `/assets/${hashOf(body)}/${name}`
    const isolated = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
    const headers = { 'cache-control': FOR_GOOD, ...(contentType === 'image/svg+xml' ? isolated : {}) }
    routes.push(documentRoute({ path, contentType, body, headers }))
    return `${root}${path}`
  }
  const font = publish(...FILES.font, read(FILES.font[0]))
  const sheet = minified(new TextDecoder().decode(read('style.css'))).replace('fraunces.woff2', font)
  const addresses = {
    font,
    icon: publish(...FILES.icon, read(FILES.icon[0])),
    touch: publish(...FILES.touch, read(FILES.touch[0])),
    copy: publish(...FILES.copy, read(FILES.copy[0])),
    card: publish(...FILES.card, read(FILES.card[0])),
    style: publish('style.css', 'text/css; charset=utf-8', sheet),
  }
  return { addresses, routes: [...routes, ...iconRoutes()] }
}

/** One day: these addresses stay the same when the picture changes. */
const DAY = 86_400

/** The icon, at the addresses where browsers, connectors and directories look for it; and those of the tools. */
function iconRoutes(): Route[] {
  const publish = (path: string, contentType: string, body: Uint8Array<ArrayBuffer>) =>
    documentRoute({ path, contentType, body, maxAge: DAY })
  return [
    publish('/favicon.svg', 'image/svg+xml', read('icon.svg')),
    publish('/favicon.png', 'image/png', read('icon.png')),
    publish('/favicon.ico', 'image/vnd.microsoft.icon', read('favicon.ico')),
    ...ICONS.map((icon) => publish(iconPath(icon), 'image/svg+xml', read(`tools/${icon}.svg`))),
  ]
}
