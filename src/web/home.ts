import type { H3Event } from 'h3'
import { API_PREFIX, HOME_MARKDOWN, MCP_PATH } from '../core/contract.ts'
import { prefers } from '../http/negotiation.ts'
import { documentHandler, type Route } from '../http/router.ts'
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

export interface HomeOptions {
  links: string
  markdown: string
  /** Who is responsible for this server (D42). */
  operator: (Record<'name' | 'email', string> & { termsUrl: string | undefined }) | undefined
}

/** With an operator also what stores of connectors require. All stay the same while the server runs. */
export function homeRoutes(options: Site & HomeOptions): Route[] {
  const { links, markdown, operator, hasPages } = options
  const unchanging = (page: Page, headers: Record<string, string> = {}) =>
    documentHandler({
      maxAge: 300,
      contentType: PAGE_HEADERS['content-type'],
      body: renderPage(options, page),
      headers: { ...PAGE_HEADERS, ...headers },
    })
  const headers = { link: links, vary: 'Accept' }
  const forPeople = unchanging(homePage(options), headers)
  const forAgents = documentHandler({
    maxAge: 300,
    contentType: 'text/markdown; charset=utf-8',
    body: markdown,
    // A token of English is about four characters.
    headers: { ...headers, 'x-markdown-tokens': String(Math.ceil(markdown.length / 4)) },
  })
  // Browsers never ask for Markdown.
  const isAgent = ({ req }: H3Event) => prefers(req.headers.get('accept'), 'text/markdown', 'text/html')
  const help = hasPages && button(PATHS.howToSearch, 'How to search', 'second')
  const legal = (name: string, title: string) => {
    const main = fragmentOf(`${name}.html`, { ...operator, help })
    return { path: `/${name}`, get: unchanging({ title, path: `/${name}`, main }) }
  }
  return [
    { path: '/', get: (event) => (isAgent(event) ? forAgents : forPeople)(event) },
    { path: HOME_MARKDOWN, get: forAgents },
    ...(operator ? [legal('privacy', 'Privacy'), legal('support', 'Support')] : []),
    ...(operator?.termsUrl ? [legal('terms', 'Terms of use')] : []),
  ]
}
