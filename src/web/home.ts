import { documentRoute } from '../http/document.ts'
import type { Route } from '../http/route.ts'
import type { Tool } from '../kit/tool.ts'

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function page(tools: readonly Tool[], baseUrl: string): string {
  const items = tools
    .filter(({ surfaces }) => surfaces.includes('mcp'))
    .map(({ name, title, auth }) => {
      const access = auth === 'public' ? 'no account needed' : 'with your account'
      return `  <li><code>${name}</code> ${escapeHtml(title)}, ${access}</li>`
    })
  const url = escapeHtml(baseUrl)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Selvage: quilting for your agent</title>
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
<pre><code>${url}/mcp</code></pre>
<p>In Claude Code:</p>
<pre><code>claude mcp add --transport http selvage ${url}/mcp</code></pre>
<p>Then ask: “Find a warm mustard Kona near #D9A441 and start a 12 inch block.”</p>
<h2>What your agent can do</h2>
<ul>
${items.join('\n')}
</ul>
<p>The same operations are a REST API under <code>${url}/api/v1</code>. Agents read
<a href="/llms.txt">llms.txt</a> first.</p>
</html>
`
}

/** The home page: what this is and how to connect. */
export function homeRoute(tools: readonly Tool[], baseUrl: string): Route {
  return documentRoute({
    path: '/',
    contentType: 'text/html; charset=utf-8',
    body: page(tools, baseUrl),
    maxAge: 300,
    headers: {
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    },
  })
}
