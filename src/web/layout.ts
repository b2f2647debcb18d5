import { type Child, Html, html } from './html.ts'

/** What all pages of one server have in common. */
export interface Site {
  /** Base of the pages' addresses, without a trailing slash. */
  readonly baseUrl: string
  /** The path part of the base. Links within the site begin with it. A proxy removes it. */
  readonly root: string
  /**
   * Whether this server has all pages. If not, it has only the home page, and another web application has the
   * others (D24).
   */
  readonly hasPages: boolean
  /** Addresses of the style sheet and the other files, each with a hash of its content. */
  readonly assets: Readonly<Record<'style' | 'font' | 'icon' | 'card', string>>
}

export interface Page {
  readonly title: string
  /** One sentence for search engines and previews. */
  readonly description: string
  /** The path of the page, for its canonical address. Pages without such an address leave it out. */
  readonly path?: string
  /** Text for the selvage at the edge of the page, next to its dots, such as maker and collection. */
  readonly print: string
  /** The colours that the page shows, as `#RRGGBB`. They are the dots of the selvage. */
  readonly colors: ReadonlyArray<string | undefined>
  readonly current?: 'fabrics' | 'guides' | 'projects'
  /** Whether somebody is signed in, on pages that depend on it. */
  readonly signedIn?: boolean
  readonly main: Html
}

const MOST_DOTS = 12
const DOT = 20

/** The dots of the selvage: one for each colour that the page shows. */
function dots(colors: ReadonlyArray<string | undefined>): Html | undefined {
  const known = [...new Set(colors.filter((color) => color !== undefined))].slice(0, MOST_DOTS)
  if (known.length === 0) return undefined
  const width = known.length * DOT
  return html`<svg class="dots" viewBox="0 0 ${width} ${DOT}" width="${width}" height="${DOT}" aria-hidden="true">${known.map(
    (color, index) => html`<circle cx="${index * DOT + DOT / 2}" cy="${DOT / 2}" r="7.5" fill="${color}"/>`,
  )}</svg>`
}

const NAVIGATION = [
  ['fabrics', 'Fabrics'],
  ['guides', 'Guides'],
  ['projects', 'Your work'],
] as const

/**
 * A whole page: selvage, navigation, content, footer. There is no script, and no style outside the style
 * sheet.
 */
export function renderPage(site: Site, page: Page): string {
  const { root, assets } = site
  const title = page.path === '/' ? page.title : `${page.title} · Selvage`
  const address = page.path === undefined ? undefined : `${site.baseUrl}${page.path}`
  const links = NAVIGATION.map(([key, label]) => {
    const href = `${root}/${key}`
    return page.current === key
      ? html`<a href="${href}" aria-current="true">${label}</a>`
      : html`<a href="${href}">${label}</a>`
  })
  const signOut =
    page.signedIn === true &&
    html`<form method="post" action="${root}/sign-out"><button class="plain" type="submit">Sign out</button></form>`
  return html`${new Html('<!doctype html>')}
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="light dark">
${address === undefined ? html`<meta name="robots" content="noindex">` : social(site, title, page.description, address)}
<link rel="icon" type="image/svg+xml" href="${assets.icon}">
<link rel="preload" as="font" type="font/woff2" href="${assets.font}" crossorigin>
<link rel="stylesheet" href="${assets.style}">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<div class="selvage"><div class="wide">
<a class="brand" href="${root}/">Selvage</a>
<p class="print">${page.print}</p>
${dots(page.colors)}
</div></div>
${site.hasPages && html`<nav class="wide" aria-label="Main">${links}${signOut}</nav>`}
</header>
<main id="main" class="wide">
${page.main}
</main>
<footer class="wide">
<p>Colours on a screen are approximate. Hold the cloth in daylight before you cut it.</p>
<p><a href="${root}/">About Selvage</a><a href="${root}/llms.txt">For agents</a></p>
</footer>
</body>
</html>
`.text
}

function social({ assets, baseUrl, root }: Site, title: string, description: string, address: string): Html {
  const card = `${baseUrl.slice(0, baseUrl.length - root.length)}${assets.card}`
  return html`<link rel="canonical" href="${address}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${card}">
<meta name="twitter:card" content="summary_large_image">`
}

/** A page with a single message: what happened, and what to do about it. */
export function messagePage(title: string, print: string, content: Child): Page {
  return {
    title,
    description: title,
    print,
    colors: [],
    main: html`<div class="message"><h1>${title}</h1>${content}</div>`,
  }
}
