import { API_PREFIX, HOME_MARKDOWN, MCP_PATH } from '../core/contract.ts'
import type { Tool } from '../core/tool.ts'
import { anyOrigin, documentHandler, documentRoute, type Route } from '../http/router.ts'
import { renderPage, type Site } from './layout.ts'
import { prefersMarkdown } from './negotiation.ts'
import { homePage } from './pages/home.ts'
import { PAGE_HEADERS } from './replies.ts'

export interface HomeOptions {
  readonly tools: readonly Tool[]
  readonly baseUrl: string
  /** The `Link` header: it names the other published documents. */
  readonly links: string
  readonly site: Site
}

const listed = (tools: readonly Tool[]) =>
  tools
    .filter(({ surfaces }) => surfaces.includes('mcp'))
    .map(({ name, title, auth }) => ({
      name,
      title,
      access: auth === 'public' ? 'no account needed' : 'with your account',
    }))

function markdownPage({ tools, baseUrl }: Omit<HomeOptions, 'site'>): string {
  return `# Selvage

Your quilting account and a catalog of quilting fabrics, for Claude and other agents.

## Connect

Add this address as a connector: ${baseUrl}${MCP_PATH}

In Claude Code: \`claude mcp add --transport http selvage ${baseUrl}${MCP_PATH}\`

Then ask: "Find a warm mustard Kona near #D9A441 and start a 12 inch block."

## What your agent can do

${listed(tools)
  .map(({ name, title, access }) => `- \`${name}\`: ${title}, ${access}`)
  .join('\n')}

The same operations are a REST API under ${baseUrl}${API_PREFIX}, described by
[OpenAPI](${baseUrl}${API_PREFIX}/openapi.json). Agents read [llms.txt](${baseUrl}/llms.txt) first.
`
}

/** A rough count: a token of English is about four characters. */
const tokens = (text: string) => String(Math.ceil(text.length / 4))

/** The home page as HTML or Markdown (`Accept` decides), and its Markdown at an address of its own. */
export function homeRoutes({ site, ...options }: HomeOptions): Route[] {
  const markdown = markdownPage(options)
  const shared = { link: options.links }
  const asMarkdown = {
    contentType: 'text/markdown; charset=utf-8',
    body: markdown,
    maxAge: 300,
    headers: { ...shared, 'x-markdown-tokens': tokens(markdown) },
  }
  const vary = { vary: 'Accept' }
  const html = documentHandler({
    contentType: 'text/html; charset=utf-8',
    body: renderPage(site, homePage(site, options)),
    maxAge: 300,
    headers: { ...PAGE_HEADERS, ...shared, ...vary },
  })
  const negotiated = documentHandler({ ...asMarkdown, headers: { ...asMarkdown.headers, ...vary } })
  return [
    {
      path: '/',
      cors: anyOrigin,
      get: (event) => (prefersMarkdown(event.req.headers.get('accept')) ? negotiated(event) : html(event)),
    },
    documentRoute({ path: HOME_MARKDOWN, ...asMarkdown }),
  ]
}
