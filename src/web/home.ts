import type { H3Event } from 'h3'
import { API_PREFIX, HOME_MARKDOWN, MCP_PATH } from '../core/contract.ts'
import { prefers } from '../http/accept.ts'
import { documentHandler } from '../http/document.ts'
import type { Route } from '../http/router.ts'
import { type Page, renderPage, type Site } from './frame.ts'
import { PAGE_HEADERS } from './handlers.ts'
import { button, copied, fragmentOf, section } from './html.ts'
import { familyLinks, searchBox } from './library.ts'
import { PATHS } from './paths.ts'

function homePage({ hasPages, baseUrl }: Site): Page {
  const address = `${baseUrl}${MCP_PATH}`
  const config = Buffer.from(JSON.stringify({ url: address })).toString('base64')
  return {
    title: 'Quilting for your assistant',
    description: 'Your quilting account and a library of quilting fabrics, for Claude and other assistants.',
    path: '/',
    heading: false,
    main: fragmentOf('home.html', {
      browse: hasPages && button(PATHS.fabrics, 'Browse fabrics', 'second'),
      // A log cabin quilt, as `drawSvg` draws it: Snow, Windsor, Curry, Bone and Denim of Kona Cotton.
      quilt: fragmentOf('home-quilt.svg'),
      library: hasPages && section('Find cloth by colour', familyLinks({}), searchBox({})),
      address: copied(address),
      // Links that install the server in a client.
      code: encodeURIComponent(JSON.stringify({ name: 'selvage', type: 'http', url: address })),
      cursor: String(new URLSearchParams({ name: 'selvage', config })),
      command: copied(`claude mcp add --transport http selvage ${address}`),
      api: `${baseUrl}${API_PREFIX}`,
    }),
  }
}

/** A page that does not change while the server runs. */
const unchanging = (site: Site, page: Page, headers: Readonly<Record<string, string>> = {}) =>
  documentHandler({
    maxAge: 300,
    contentType: PAGE_HEADERS['content-type'],
    body: renderPage(site, page),
    headers: { ...PAGE_HEADERS, ...headers },
  })

/** The home page, or Markdown for agents that ask for it. The Markdown has an address of its own too. */
export function homeRoutes(
  site: Site,
  { links, markdown }: { readonly links: string; readonly markdown: string },
): Route[] {
  const headers = { link: links, vary: 'Accept' }
  const page = unchanging(site, homePage(site), headers)
  const forAgents = documentHandler({
    maxAge: 300,
    contentType: 'text/markdown; charset=utf-8',
    body: markdown,
    // A token of English is about four characters.
    headers: { ...headers, 'x-markdown-tokens': String(Math.ceil(markdown.length / 4)) },
  })
  // Browsers never ask for Markdown.
  const isAgent = ({ req }: H3Event) => prefers(req.headers.get('accept'), 'text/markdown', 'text/html')
  return [
    { path: '/', get: (event) => (isAgent(event) ? forAgents : page)(event) },
    { path: HOME_MARKDOWN, get: forAgents },
  ]
}

/** Who is responsible for this server (D42). */
export interface Operator {
  readonly name: string
  readonly email: string
  readonly termsUrl: string | undefined
}

/** `/privacy`, `/support` and `/terms`, which stores of connectors require. */
export function legalRoutes(site: Site, operator: Operator): Route[] {
  const help = site.hasPages && button(PATHS.howToSearch, 'How to search', 'second')
  const route = (name: string, title: string) => {
    const path = `/${name}`
    const main = fragmentOf(`${name}.html`, { ...operator, help })
    return { path, get: unchanging(site, { title, path, main }) }
  }
  const terms = operator.termsUrl === undefined ? [] : [route('terms', 'Terms of use')]
  return [route('privacy', 'Privacy'), route('support', 'Support'), ...terms]
}
