import { anyOrigin } from '../http/cors.ts'
import { documentHandler, documentRoute } from '../http/document.ts'
import type { Route } from '../http/route.ts'
import { API_PREFIX, MCP_PATH } from '../kit/contract.ts'
import { LIVE_DOCUMENTS } from '../kit/documents.ts'
import { escapeHtml } from '../kit/html.ts'
import type { Tool } from '../kit/tool.ts'
import { prefersMarkdown } from './negotiation.ts'

export interface HomeOptions {
  readonly tools: readonly Tool[]
  readonly baseUrl: string
  /** The `Link` header: what else is published. */
  readonly links: string
}

const listed = (tools: readonly Tool[]) =>
  tools
    .filter(({ surfaces }) => surfaces.includes('mcp'))
    .map(({ name, title, auth }) => ({
      name,
      title,
      access: auth === 'public' ? 'no account needed' : 'with your account',
    }))

function htmlPage({ tools, baseUrl }: HomeOptions): string {
  const items = listed(tools).map(
    ({ name, title, access }) => `  <li><code>${name}</code> ${escapeHtml(title)}, ${access}</li>`,
  )
  const url = escapeHtml(baseUrl)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Selvage: quilting for your agent</title>
<link rel="alternate" type="text/markdown" href="/index.md">
<style>
  body { font: 17px/1.6 system-ui, sans-serif; max-width: 42rem; margin: 8vh auto; padding: 0 1rem; color: #222 }
  code { background: #fdf3e0; padding: .1em .3em; border-radius: 4px }
  pre { background: #fdf3e0; padding: 1rem; border-radius: 8px; overflow-x: auto }
  pre code { padding: 0 }
</style>
<h1>Selvage</h1>
<p>Your quilting account and a catalog of quilting fabrics, for Claude and other agents.</p>
<h2>Connect</h2>
<p>Add this address as a connector:</p>
<pre><code>${url}${MCP_PATH}</code></pre>
<p>In Claude Code:</p>
<pre><code>claude mcp add --transport http selvage ${url}${MCP_PATH}</code></pre>
<p>Then ask: “Find a warm mustard Kona near #D9A441 and start a 12 inch block.”</p>
<h2>What your agent can do</h2>
<ul>
${items.join('\n')}
</ul>
<p>The same operations are a REST API under <code>${url}${API_PREFIX}</code>, described by
<a href="${API_PREFIX}/openapi.json">OpenAPI</a>. Agents read <a href="/llms.txt">llms.txt</a> first.</p>
</html>
`
}

function markdownPage({ tools, baseUrl }: HomeOptions): string {
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

/** The home page, as HTML or Markdown (`Accept`), and its Markdown at an address of its own. */
export function homeRoutes(options: HomeOptions): Route[] {
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
    body: htmlPage(options),
    maxAge: 300,
    headers: {
      ...shared,
      ...vary,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })
  const negotiated = documentHandler({ ...asMarkdown, headers: { ...asMarkdown.headers, ...vary } })
  return [
    {
      path: '/',
      cors: anyOrigin,
      get: (event) => (prefersMarkdown(event.req.headers.get('accept')) ? negotiated(event) : html(event)),
    },
    documentRoute({ path: LIVE_DOCUMENTS.home.path, ...asMarkdown }),
  ]
}
