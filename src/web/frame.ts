import { FAMILIES } from './colours.ts'
import { type Child, dot, fragmentOf, html, link } from './html.ts'
import { PATHS } from './paths.ts'
import { ASSETS } from './site-files.ts'

export interface Site {
  /** Without a trailing slash. */
  baseUrl: string
  /** Without pages, this server has only the home page (D24). */
  hasPages: boolean
}

/** The links of a page begin with a slash, to which `renderPage` adds the root. */
export interface Page {
  title: string
  /** For search engines and previews; by default the lead, or else the title. */
  description?: string
  /** For the canonical address. Pages without it are not for search engines. */
  path?: string | undefined
  /** For the picture of previews, below the path; by default it is that of the site. */
  card?: { colors: readonly string[]; name: string; more: string }
  /** Links from the section of the page down to it. */
  trail?: ReadonlyArray<readonly [path: string, name: string]>
  /** By default the title; false if `main` has its own. */
  heading?: string | false
  lead?: string | undefined
  main: Child
  /** 200 by default. */
  status?: number
}

/** The path of the base, usually empty. A proxy removes it from requests. */
export const rootOf = ({ baseUrl }: Site): string => new URL(baseUrl).pathname.replace(/\/+$/, '')

const SECTIONS = [
  { path: PATHS.fabrics, name: 'Fabrics', has: /^\/(?:fabrics|compare)/ },
  { path: '/palette', name: 'Palette', has: /^\/palette/ },
  { path: '/guides', name: 'Guides', has: /^\/guides/ },
  { path: PATHS.projects, name: 'Your work', has: /^\/(?:projects|editor)/ },
]

const SIGN_OUT = html`<form method="post" action="/sign-out"><button class="plain" type="submit">Sign out</button></form>`
const DOTS = html`<span class="dots">${FAMILIES.map(([, sample]) => dot(sample))}</span>`

/** `asked` is the path of the request. */
export function renderPage(site: Site, page: Page, asked = '', isSignedIn = false): string {
  const { baseUrl, hasPages } = site
  const { title, path, heading = title, lead, card, trail, main } = page
  const { description = lead ?? title } = page
  const shown = { title: `${title} · Selvage`, description }
  const preview = {
    ...shown,
    address: `${baseUrl}${path}`,
    picture: `${baseUrl}${card ? path : ASSETS}/card.png`,
  }
  const noIndex = html`<meta name="robots" content="noindex">`
  const section = SECTIONS.find(({ has }) => has.test(asked))
  const sections = SECTIONS.map((each) => link(each.path, each.name, undefined, each === section))
  const steps = section && trail && [link(section.path, section.name), trail.map((step) => link(...step))]
  const whole = fragmentOf('page.html', {
    ...shown,
    assets: ASSETS,
    preview: path === undefined ? noIndex : fragmentOf('preview.html', preview),
    print: title,
    dots: DOTS,
    navigation:
      hasPages && html`<nav class="wide row" aria-label="Main">${sections}${isSignedIn && SIGN_OUT}</nav>`,
    trail: steps && html`<nav class="trail row" aria-label="You are here">${steps}</nav>`,
    heading: heading !== false && html`<h1>${heading}</h1>`,
    lead: lead && html`<p class="lead">${lead}</p>`,
    main,
    help: hasPages && link(PATHS.howToSearch, 'How to search'),
  })
  const root = rootOf(site)
  // Escaped text has no plain quotes, so it never looks like a link.
  return whole.text.replace(/ (?:href|src|action)="(?=\/)/g, (attribute) => `${attribute}${root}`)
}
