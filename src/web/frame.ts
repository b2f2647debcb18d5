import { type Child, Html, html } from '../core/html.ts'
import { dot } from './parts.ts'
import { PATHS } from './paths.ts'

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

/** Who looks at a page, and where: the navigation shows the section that the path is in. */
export interface View {
  readonly path?: string
  readonly isSignedIn?: boolean
}

const NAVIGATION = [
  [PATHS.fabrics, 'Fabrics', /^\/(?:fabrics|compare)/],
  ['/palette', 'Palette', /^\/palette/],
  ['/guides', 'Guides', /^\/guides/],
  [PATHS.projects, 'Your work', /^\/(?:projects|editor)/],
] as const

function navigation({ path = '', isSignedIn = false }: View): Html {
  const links = NAVIGATION.map(
    ([href, label, section]) =>
      html`<a href="${href}"${section.test(path) && html` aria-current="true"`}>${label}</a>`,
  )
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

function preview({ assets, baseUrl }: Site, { path, card, description }: Page, title: string): Html {
  if (path === undefined) return html`<meta name="robots" content="noindex">`
  return html`<link rel="canonical" href="${baseUrl}${path}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${baseUrl}${path}">
<meta property="og:image" content="${baseUrl}${card ?? assets.card}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`
}

/**
 * A whole page: selvage, navigation, content, footer. Its only script, a file, copies text where that is offered; every
 * page works without it.
 */
export function renderPage(site: Site, page: Page, view: View = {}): string {
  const { root, assets, hasPages } = site
  const title = page.path === '/' ? page.title : `${page.title} · Selvage`
  const whole = html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${page.description && html`<meta name="description" content="${page.description}">`}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#f7f5f0" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#211f1c" media="(prefers-color-scheme: dark)">
${preview(site, page, title)}
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<link rel="apple-touch-icon" href="${assets.touch}">
<link rel="preload" as="font" type="font/woff2" href="${assets.font}" crossorigin>
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.copy}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<div class="selvage"><div class="wide row">
<a class="brand" href="/">Selvage</a>
<p class="print">${page.title}</p>
${dots(page)}
</div></div>
${hasPages && navigation(view)}
</header>
<main id="main" class="wide">
${page.main}
</main>
<footer class="wide">
<p>Colours on a screen are approximate. Hold the cloth in daylight before you cut it.</p>
<p class="places row"><a href="/">About Selvage</a>${hasPages && html`<a href="${PATHS.howToSearch}">How to search</a>`}<a href="/llms.txt">For agents</a></p>
</footer>
</body>
</html>
`
  // Text of others has no plain quotes, so that it is never taken for a link.
  return whole.text.replace(/ (?:href|src|action)="(?=\/)/g, (attribute) => `${attribute}${root}`)
}

/** A page with a single message: what happened, and what to do about it. */
export const messagePage = (title: string, content: Child): Page => ({
  title,
  description: title,
  main: html`<div class="message"><h1>${title}</h1>${content}</div>`,
})
