import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { mcpRequest } from '../helpers/mcp.ts'
import type { TestServer } from '../helpers/server.ts'

/** What hosts that follow the specification let a view do when it asks for nothing. */
const VIEW_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

/** A host in a page, on the official `AppBridge`; it keeps what the view asks of it in `window.asked`. */
const HOST = `
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'
window.asked = { messages: [], links: [], sizes: [] }
window.show = async (html, input, result, context) => {
  const frame = Object.assign(document.createElement('iframe'), { sandbox: 'allow-scripts', width: context.width, height: 500 })
  frame.style.border = '0'
  document.body.replaceChildren(frame)
  const bridge = new AppBridge(null, { name: 'Test host', version: '1.0.0' }, { openLinks: {} }, { hostContext: context })
  bridge.onmessage = async ({ content }) => (window.asked.messages.push(content[0].text), {})
  bridge.onopenlink = async ({ url }) => (window.asked.links.push(url), {})
  bridge.addEventListener('sizechange', ({ height }) => window.asked.sizes.push(height))
  const initialized = new Promise((resolve) => bridge.addEventListener('initialized', resolve))
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  frame.srcdoc = html
  await initialized
  await bridge.sendToolInput({ arguments: input })
  await bridge.sendToolResult(result)
  window.leave = () => bridge.teardownResource({})
}
`

let bundled: Promise<string> | undefined

async function bundleHost(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: HOST, resolveDir: fileURLToPath(new URL('.', import.meta.url)), loader: 'js' },
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

/** The document of a tool's view, as a host reads it. */
export async function viewOf(server: TestServer, tool: string): Promise<string> {
  const { json: list } = await mcpRequest(server, 'tools/list')
  const uri = list.result.tools.find(({ name }: { name: string }) => name === tool)._meta.ui.resourceUri
  const { json: view } = await mcpRequest(server, 'resources/read', { uri })
  return view.result.contents[0].text
}

export interface Shown {
  readonly html: string
  readonly input: unknown
  readonly result: unknown
  readonly context: {
    readonly theme: 'light' | 'dark'
    readonly width: number
    readonly availableDisplayModes?: readonly string[]
  }
}

/** Shows a view in a host, and answers once it has been told the result. */
export async function showView(page: Page, { html, input, result, context }: Shown): Promise<void> {
  bundled ??= bundleHost()
  const policed = html.replace(
    '<html lang="en">',
    `<html lang="en"><meta http-equiv="Content-Security-Policy" content="${VIEW_POLICY}">`,
  )
  await page.setContent('<!doctype html><title>Host</title><body>')
  await page.addScriptTag({ content: await bundled })
  await page.evaluate(
    `window.show(${[policed, input, result, context].map((value) => JSON.stringify(value).replaceAll('<', '\\u003c')).join(', ')})`,
  )
}
