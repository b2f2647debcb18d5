import { type Child, type Html, html } from '../core/html.ts'
import { dot } from './cloth.ts'
import { choice } from './parts.ts'
import { PATHS } from './paths.ts'
import { pieceOf } from './pieces.ts'

/** What all pages of one server have in common. */
export interface Site {
  /** Base of the pages' addresses, without a trailing slash. */
  readonly baseUrl: string
  /** The path part of the base, usually empty. A proxy removes it from what is asked for. */
  readonly root: string
  /** Whether this server has all pages. If not, it has only the home page (D24). */
  readonly hasPages: boolean
  /** Addresses of the style sheet and the other files, each with a hash of its content. */
  readonly assets: Readonly<Record<'style' | 'copy' | 'font' | 'icon' | 'touch' | 'card', string>>
}

/** A page. Its links begin with a slash, where the site begins. */
export interface Page {
  readonly title: string
  /** One sentence for search engines and previews. Pages of one person have none. */
  readonly description?: string
  /** The path of the page, for its canonical address. Pages without such an address leave it out. */
  readonly path?: string
  /** The path of a picture for previews. The site's own card is shown for pages without one. */
  readonly card?: string
  readonly main: Html
  /** The HTTP status of a page that is not what was asked for. */
  readonly status?: number
}

const NAVIGATION = [
  [PATHS.fabrics, 'Fabrics', /^\/(?:fabrics|compare)/],
  ['/palette', 'Palette', /^\/palette/],
  ['/guides', 'Guides', /^\/guides/],
  [PATHS.projects, 'Your work', /^\/(?:projects|editor)/],
] as const

/** The sections of the site; the one that a path is in is marked. */
function navigation(path: string, isSignedIn: boolean): Html {
  const links = NAVIGATION.map(([href, label, section]) => choice(href, label, undefined, section.test(path)))
  const signOut = html`<form method="post" action="/sign-out"><button class="plain" type="submit">Sign out</button></form>`
  return html`<nav class="wide row" aria-label="Main">${links}${isSignedIn && signOut}</nav>`
}

const MOST_DOTS = 12

/** The dots of the selvage: the colours that the page shows, in their order. */
function dots({ main }: Page): Html {
  // The families of the library are the same on every page.
  const shown = main.text.replace(/<nav class="families.*?<\/nav>/s, '')
  const colors = new Set([...shown.matchAll(/ fill="(#[0-9A-F]{6})"/g)].map(([, color = '']) => color))
  return html`<span class="dots">${[...colors].slice(0, MOST_DOTS).map(dot)}</span>`
}

/**
 * A whole page: selvage, navigation, content, footer. Its script copies text; every page works without it.
 *
 * @param asked the path that was asked for.
 */
export function renderPage(site: Site, page: Page, asked = '', isSignedIn = false): string {
  const { root, baseUrl, assets, hasPages } = site
  const { path, description, card = assets.card, main } = page
  const title = path === '/' ? page.title : `${page.title} · Selvage`
  const links = { address: `${baseUrl}${path}`, picture: `${baseUrl}${card}` }
  const whole = pieceOf('page.html', {
    ...assets,
    title,
    description: description && html`<meta name="description" content="${description}">`,
    preview:
      path === undefined
        ? html`<meta name="robots" content="noindex">`
        : pieceOf('preview.html', { ...links, title, description }),
    print: page.title,
    dots: dots(page),
    navigation: hasPages && navigation(asked, isSignedIn),
    main,
    help: hasPages && html`<a href="${PATHS.howToSearch}">How to search</a>`,
  })
  // Text of others has no plain quotes, so that it is never taken for a link.
  return whole.text.replace(/ (?:href|src|action)="(?=\/)/g, (attribute) => `${attribute}${root}`)
}

/** A page with a single message: what happened, and what to do about it. */
export const messagePage = (title: string, content: Child): Page => ({
  title,
  description: title,
  main: html`<div class="message"><h1>${title}</h1>${content}</div>`,
})
