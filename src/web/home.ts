import type { H3Event } from 'h3'
import { API_PREFIX, HOME_MARKDOWN, MCP_PATH } from '../core/contract.ts'
import { Html, html } from '../core/html.ts'
import { prefers } from '../http/accept.ts'
import { anyOrigin, documentHandler, documentRoute, type Route } from '../http/router.ts'
import { type Page, renderPage, type Site } from './frame.ts'
import { button, copied, list, section } from './parts.ts'
import { PATHS } from './paths.ts'
import { PAGE_HEADERS } from './replies.ts'
import { familyLinks, searchBox } from './search-box.ts'
import { asset } from './site-files.ts'

/** A log cabin quilt, as `drawSvg` draws it, and its fabrics: Snow, Windsor, Curry, Bone and Denim of Kona Cotton. */
const QUILT = new TextDecoder().decode(asset('home-quilt.svg'))
const COLORS = ['#F3EFE6', '#27365A', '#CA9520', '#E3D7BF', '#4A6591']

const QUESTIONS = [
  'Find a warm mustard Kona near #D9A441 and start a 12 inch block.',
  'What is closest to Bella Betty’s Red in Confetti Cottons?',
  'Which batting gives a crinkly, vintage look?',
  'How big is my Olive Pinwheels quilt, and what do I cut for it?',
]

/** What an assistant can do here, as people say it. */
const ABILITIES = {
  'For everybody': [
    'Find cloth by name, number or colour, and match a palette of up to twelve colours',
    'Say how different two solids look, and what another maker has that comes closest',
    'Explain battings, precuts, rulers and mats, and where a brand is sold',
  ],
  'With your account': [
    'Show your quilts, blocks and patterns, with a picture',
    'Work out what to cut from each fabric, and how much to buy',
    'Start an empty project, or an empty block of any size',
  ],
} as const

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64')

/** Where each client takes an address, or a link that installs it there. */
function installLinks(address: string): ReadonlyArray<readonly [name: string, href: string, how: string]> {
  const code = encodeURIComponent(JSON.stringify({ name: 'selvage', type: 'http', url: address }))
  const cursor = new URLSearchParams({ name: 'selvage', config: encoded({ url: address }) })
  return [
    ['Claude', 'https://claude.ai/settings/connectors', 'Add custom connector, then paste the address'],
    ['ChatGPT', 'https://chatgpt.com/#settings/Connectors', 'Create a connector, then paste the address'],
    ['VS Code', `vscode:mcp/install?${code}`, 'Opens VS Code and asks'],
    ['Cursor', `cursor://anysphere.cursor-deeplink/mcp/install?${cursor}`, 'Opens Cursor and asks'],
  ]
}

/** `/`: what this is, how to connect, and what an agent can and cannot do. */
function homePage({ hasPages, baseUrl }: Site): Page {
  const address = `${baseUrl}${MCP_PATH}`
  const installs = installLinks(address).map(
    ([name, href, how]) => html`${button(href, name, 'second')}<span class="sub">${how}</span>`,
  )
  const abilities = Object.entries(ABILITIES).map(
    ([who, what]) => html`<div><h3>${who}</h3>${list('plain-list ruled', what)}</div>`,
  )
  const sayings = QUESTIONS.map((question) => `“${question}”`)
  return {
    title: 'Selvage: quilting for your assistant',
    description: 'Your quilting account and a library of quilting fabrics, for Claude and other assistants.',
    path: '/',
    print: 'Quilting for your assistant',
    colors: COLORS,
    main: html`<div class="hero split"><div>
<h1>Ask about your quilts as you would ask a friend.</h1>
<p class="lead">Selvage gives your assistant your projects, quilts and blocks, and a library of quilting fabrics with their real names, numbers and colours. So it looks things up instead of making them up.</p>
<p>${button('#connect', 'Connect your assistant')}${hasPages && button(PATHS.fabrics, 'Browse fabrics', 'second')}</p>
</div><div class="picture">${new Html(QUILT)}</div></div>
${hasPages && section('Find cloth by colour', familyLinks({}), searchBox({}))}
<section id="connect"><h2>Connect</h2>
<p>Your assistant needs this address, and nothing else:</p>
<p class="address">${copied(address)}</p>
${list('installs grid', installs)}
<p>In Claude Code, and in others that take a command:</p>
<p class="address">${copied(`claude mcp add --transport http selvage ${address}`)}</p>
<p>The library needs no account. For your own things, your assistant sends you here to sign in; it never sees your password.</p></section>
${section('Things to ask', list('sayings grid ruled', sayings))}
<section><h2>What it can do</h2><div class="grid">${abilities}</div>
<p>It starts empty projects and empty blocks, and nothing else: it cannot change, move or delete what you made.</p></section>
<section><h2>For builders</h2><p>The same operations are a REST API under <code>${baseUrl}${API_PREFIX}</code>, described by <a href="${API_PREFIX}/openapi.json">OpenAPI</a>. Agents read <a href="/llms.txt">llms.txt</a> first.</p></section>`,
  }
}

/** The home page, and in its place what agents read, for those who ask for Markdown; that has an address of its own too. */
export function homeRoutes(
  site: Site,
  { links, markdown }: { readonly links: string; readonly markdown: string },
): Route[] {
  const content = (type: 'html' | 'markdown', body: string, headers: Readonly<Record<string, string>>) => ({
    contentType: `text/${type}; charset=utf-8`,
    body,
    maxAge: 300,
    headers: { link: links, ...headers },
  })
  const vary = { vary: 'Accept' }
  // A token of English is about four characters.
  const tokens = { 'x-markdown-tokens': String(Math.ceil(markdown.length / 4)) }
  const page = documentHandler(
    content('html', renderPage(site, homePage(site)), { ...PAGE_HEADERS, ...vary }),
  )
  const negotiated = documentHandler(content('markdown', markdown, { ...tokens, ...vary }))
  // Browsers never ask for Markdown.
  const isAgent = ({ req }: H3Event) => prefers(req.headers.get('accept'), 'text/markdown', 'text/html')
  return [
    { path: '/', cors: anyOrigin, get: (event) => (isAgent(event) ? negotiated : page)(event) },
    documentRoute({ path: HOME_MARKDOWN, ...content('markdown', markdown, tokens) }),
  ]
}
