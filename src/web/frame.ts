import { type Child, type Html, html } from '../core/html.ts'
import { dot } from './cloth.ts'
import { fragmentOf } from './fragments.ts'
import { choice } from './parts.ts'
import { PATHS } from './paths.ts'

export interface Site {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The path of the base, usually empty. A proxy removes it from requests. */
  readonly root: string
  /** Without pages, this server has only the home page (D24). */
  readonly hasPages: boolean
  /** Each address has a hash of the content. */
  readonly assets: Readonly<Record<'style' | 'copy' | 'font' | 'icon' | 'touch' | 'card', string>>
}

/** The links of a page begin with a slash, to which `renderPage` adds the root. */
export interface Page {
  readonly title: string
  /** One sentence for search engines and previews. Private pages have none. */
  readonly description?: string
  /** For the canonical address. Pages without it are not for search engines. */
  readonly path?: string
  /** The picture for previews; by default that of the site. */
  readonly card?: string
  readonly main: Html
  /** 200 by default. */
  readonly status?: number
}

const NAVIGATION = [
  [PATHS.fabrics, 'Fabrics', /^\/(?:fabrics|compare)/],
  ['/palette', 'Palette', /^\/palette/],
  ['/guides', 'Guides', /^\/guides/],
  [PATHS.projects, 'Your work', /^\/(?:projects|editor)/],
] as const

function navigation(path: string, isSignedIn: boolean): Html {
  const links = NAVIGATION.map(([href, label, section]) => choice(href, label, undefined, section.test(path)))
  const signOut = html`<form method="post" action="/sign-out"><button class="plain" type="submit">Sign out</button></form>`
  return html`<nav class="wide row" aria-label="Main">${links}${isSignedIn && signOut}</nav>`
}

const MOST_DOTS = 12

/** The dots of the selvage: the first colours that the page shows. */
function dots({ main }: Page): Html {
  // The families of the library are the same on every page.
  const shown = main.text.replace(/<nav class="families.*?<\/nav>/s, '')
  const colors = new Set([...shown.matchAll(/ fill="(#[0-9A-F]{6})"/g)].map(([, color = '']) => color))
  return html`<span class="dots">${[...colors].slice(0, MOST_DOTS).map(dot)}</span>`
}

/**
 * The whole page as HTML. Its script copies text; every page works without it. `asked` is the path of the
 * request.
 */
export function renderPage(site: Site, page: Page, asked = '', isSignedIn = false): string {
  const { root, baseUrl, assets, hasPages } = site
  const { path, description, card = assets.card, main } = page
  const title = path === '/' ? page.title : `${page.title} · Selvage`
  const links = { address: `${baseUrl}${path}`, picture: `${baseUrl}${card}` }
  const whole = fragmentOf('page.html', {
    ...assets,
    title,
    description: description && html`<meta name="description" content="${description}">`,
    preview:
      path === undefined
        ? html`<meta name="robots" content="noindex">`
        : fragmentOf('preview.html', { ...links, title, description }),
    print: page.title,
    dots: dots(page),
    navigation: hasPages && navigation(asked, isSignedIn),
    main,
    help: hasPages && html`<a href="${PATHS.howToSearch}">How to search</a>`,
  })
  // Escaped text has no plain quotes, so it never looks like a link.
  return whole.text.replace(/ (?:href|src|action)="(?=\/)/g, (attribute) => `${attribute}${root}`)
}

/** Says what happened, and what to do about it. */
export const messagePage = (title: string, content: Child): Page => ({
  title,
  description: title,
  main: html`<div class="message"><h1>${title}</h1>${content}</div>`,
})
