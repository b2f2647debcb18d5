import { API_PREFIX, MCP_PATH } from '../../core/contract.ts'
import type { Tool } from '../../core/tool.ts'
import { HERO, HERO_COLORS } from '../hero.ts'
import { Html, html } from '../html.ts'
import type { Page, Site } from '../layout.ts'
import { searchBox } from './library.ts'

export interface HomeContent {
  readonly tools: readonly Tool[]
  readonly baseUrl: string
}

const QUESTIONS = [
  'Find a warm mustard Kona near #D9A441 and start a 12 inch block.',
  'What is closest to Bella Betty’s Red in Confetti Cottons?',
  'Which batting gives a crinkly, vintage look?',
  'How big is my Olive Pinwheels quilt, and what do I cut for it?',
]

const anyone = ({ auth }: Tool) => auth === 'public'

/** `/`: what this is, how to connect, and what an agent can and cannot do. */
export function homePage({ root, hasPages }: Site, { tools, baseUrl }: HomeContent): Page {
  const address = `${baseUrl}${MCP_PATH}`
  const listed = tools.filter(({ surfaces }) => surfaces.includes('mcp'))
  const row = (tool: Tool) => html`<li><b>${tool.title}</b> <code>${tool.name}</code></li>`
  return {
    title: 'Selvage: quilting for your assistant',
    description: 'Your quilting account and a library of quilting fabrics, for Claude and other assistants.',
    path: '/',
    print: 'Quilting for your assistant',
    colors: HERO_COLORS,
    main: html`<div class="hero"><div>
<h1>Ask about your quilts as you would ask a friend.</h1>
<p class="lead">Selvage gives your assistant your projects, quilts and blocks, and a library of quilting fabrics with their real names, numbers and colours. So it looks things up instead of making them up.</p>
<p><a class="button" href="#connect">Connect your assistant</a>${hasPages && html` <a class="button second" href="${root}/fabrics">Browse fabrics</a>`}</p>
</div><div class="picture">${new Html(HERO)}</div></div>
<section><h2>Things to ask</h2><ul class="sayings">${QUESTIONS.map((question) => html`<li>“${question}”</li>`)}</ul></section>
${hasPages && html`<section><h2>Or look yourself</h2>${searchBox(root, { query: undefined, manufacturer: undefined, collection: undefined })}</section>`}
<section id="connect"><h2>Connect</h2>
<p>In Claude, ChatGPT or another assistant, add this address as a connector:</p>
<pre tabindex="0"><code>${address}</code></pre>
<p>In Claude Code:</p>
<pre tabindex="0"><code>claude mcp add --transport http selvage ${address}</code></pre>
<p>The library needs no account. For your own things, your assistant sends you here to sign in; it never sees your password.</p></section>
<section><h2>What it can do</h2><div class="columns"><div><h3>For anyone</h3><ul class="plain-list">${listed.filter(anyone).map(row)}</ul></div>
<div><h3>With your account</h3><ul class="plain-list">${listed.filter((tool) => !anyone(tool)).map(row)}</ul></div></div>
<p>It starts empty projects and empty blocks, and nothing else: it cannot change, move or delete what you made.</p></section>
<section><h2>For builders</h2><p>The same operations are a REST API under <code>${baseUrl}${API_PREFIX}</code>, described by <a href="${API_PREFIX}/openapi.json">OpenAPI</a>. Agents read <a href="/llms.txt">llms.txt</a> first.</p></section>`,
  }
}
