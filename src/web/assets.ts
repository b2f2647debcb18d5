import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { documentRoute } from '../http/document.ts'
import type { Route } from '../http/route.ts'
import type { Site } from './layout.ts'

/** Their addresses change with their content, so they may be kept. */
const YEAR = 31_536_000

const FILES = {
  font: ['fraunces.woff2', 'font/woff2'],
  icon: ['icon.svg', 'image/svg+xml'],
  card: ['card.png', 'image/png'],
} as const

const read = (name: string) => Uint8Array.from(readFileSync(new URL(`assets/${name}`, import.meta.url)))
const hashOf = (body: string | Uint8Array) =>
  createHash('sha256').update(body).digest('base64url').slice(0, 10)

/**
 * The style sheet, the font and the pictures of every page.
 *
 * @param root what addresses begin with, before `/assets`.
 */
export function siteAssets(root: string): { readonly addresses: Site['assets']; readonly routes: Route[] } {
  const routes: Route[] = []
  const publish = (name: string, contentType: string, body: string | Uint8Array<ArrayBuffer>) => {
    const path = `/assets/${hashOf(body)}/${name}`
    const isolated = { 'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox" }
    const headers = contentType === 'image/svg+xml' ? isolated : {}
    routes.push(documentRoute({ path, contentType, body, maxAge: YEAR, headers }))
    return `${root}${path}`
  }
  const font = publish(...FILES.font, read(FILES.font[0]))
  const sheet = new TextDecoder().decode(read('style.css')).replace('fraunces.woff2', font)
  const addresses = {
    font,
    icon: publish(...FILES.icon, read(FILES.icon[0])),
    card: publish(...FILES.card, read(FILES.card[0])),
    style: publish('style.css', 'text/css; charset=utf-8', sheet),
  }
  return { addresses, routes }
}
