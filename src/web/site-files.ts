import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ICONS, iconPath } from '../core/tool.ts'
import { documentRoute, type Route } from '../http/router.ts'
import { PATHS } from './paths.ts'

/** Browsers keep icons for a day, because the address stays the same when a picture changes. */
const DAY = 86_400
const SVG = 'image/svg+xml'

const file = (name: string, contentType: string, path = `/${name}`) => {
  const body = Uint8Array.from(readFileSync(new URL(`assets/${name}`, import.meta.url)))
  return { path, contentType, body, maxAge: DAY }
}

/** Where browsers, connectors and directories look for icons, and the licences of the data. */
const FIXED = [
  file('icon.svg', SVG, '/favicon.svg'),
  file('icon.png', 'image/png', '/favicon.png'),
  file('favicon.ico', 'image/vnd.microsoft.icon'),
  file('../../../data/SOURCES.md', 'text/plain; charset=utf-8', PATHS.sources),
  ...ICONS.map((icon) => file(`tools/${icon}.svg`, SVG, iconPath(icon))),
]

const LOADED = [
  file('style.css', 'text/css; charset=utf-8'),
  file('copy.js', 'text/javascript; charset=utf-8'),
  file('fraunces.woff2', 'font/woff2'),
  file('icon.svg', SVG),
  file('touch-icon.png', 'image/png'),
  file('card.png', 'image/png'),
]

/** The folder of what pages load. It changes with the content, so browsers keep the files for good. */
export const ASSETS = `/assets/${hash('sha256', Buffer.concat(LOADED.map(({ body }) => body)), 'base64url').slice(0, 10)}`
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' }

export const siteFiles: readonly Route[] = [
  ...FIXED.map(documentRoute),
  ...LOADED.map((each) => documentRoute({ ...each, path: `${ASSETS}${each.path}`, headers: KEPT })),
]
