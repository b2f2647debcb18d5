import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ICONS, iconPath } from '../core/tool.ts'
import { documentRoute } from '../http/document.ts'
import type { Route } from '../http/router.ts'
import { PATHS } from './paths.ts'

/** Browsers keep icons for a day, because the address stays the same when a picture changes. */
const DAY = 86_400
const SVG = 'image/svg+xml'

const file = (path: string, contentType: string, name: string) => {
  const body = Uint8Array.from(readFileSync(new URL(`assets/${name}`, import.meta.url)))
  return { path, contentType, body, maxAge: DAY }
}

/** Where browsers, connectors and directories look for icons, and the licences of the data. */
const FIXED = [
  file('/favicon.svg', SVG, 'icon.svg'),
  file('/favicon.png', 'image/png', 'icon.png'),
  file('/favicon.ico', 'image/vnd.microsoft.icon', 'favicon.ico'),
  file(PATHS.sources, 'text/plain; charset=utf-8', '../../../data/SOURCES.md'),
  ...ICONS.map((icon) => file(iconPath(icon), SVG, `tools/${icon}.svg`)),
]

/** What pages load. */
const LOADED = [
  file('/style.css', 'text/css; charset=utf-8', 'style.css'),
  file('/copy.js', 'text/javascript; charset=utf-8', 'copy.js'),
  file('/fraunces.woff2', 'font/woff2', 'fraunces.woff2'),
  file('/icon.svg', SVG, 'icon.svg'),
  file('/touch-icon.png', 'image/png', 'touch-icon.png'),
  file('/card.png', 'image/png', 'card.png'),
]

/** The folder of what pages load. It changes with the content, so browsers keep the files for good. */
export const ASSETS = `/assets/${hash('sha256', Buffer.concat(LOADED.map(({ body }) => body)), 'base64url').slice(0, 10)}`
const KEPT = { 'cache-control': 'public, max-age=31536000, immutable' }

export const siteFiles: readonly Route[] = [
  ...FIXED.map(documentRoute),
  ...LOADED.map((each) => documentRoute({ ...each, path: `${ASSETS}${each.path}`, headers: KEPT })),
]
