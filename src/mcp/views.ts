import { readFileSync } from 'node:fs'
import type { PublicText } from './resources.ts'

/** The views that a chat can show (MCP Apps, D39), each for the results of one tool. */
export const VIEWS = [
  { name: 'fabrics', tool: 'search_fabric_catalog', title: 'Fabrics as swatches' },
  { name: 'asset', tool: 'get_asset', title: 'One item with its drawing' },
] as const

const VIEW_TYPE = 'text/html;profile=mcp-app'

/** Revision 2026-01-26. We do not check whether the client announces views. */
export const VIEWS_EXTENSION = { 'io.modelcontextprotocol/ui': { mimeTypes: [VIEW_TYPE] } }

const addressOf = (name: string) => `ui://selvage/${name}`

/** The view for the results of a tool, in the spelling of each kind of host. */
export function viewMeta(toolName: string): Readonly<Record<string, unknown>> {
  const view = VIEWS.find(({ tool }) => tool === toolName)
  if (view === undefined) return {}
  const resourceUri = addressOf(view.name)
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri, 'openai/outputTemplate': resourceUri }
}

/** `npm run docs` bundles the documents from `views/`. */
export function viewTexts(baseUrl: string): PublicText[] {
  // Hosts read this in the list or in the document, in one of two spellings. Only ChatGPT gets our domain:
  // `ui.domain` means another thing to each host, and a wrong one keeps a view from being shown.
  const _meta = {
    ui: {
      csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
      prefersBorder: true,
    },
    'openai/widgetCSP': { connect_domains: [], resource_domains: [] },
    'openai/widgetDomain': new URL(baseUrl).origin,
  }
  return VIEWS.map(({ name, title }) => {
    const document = readFileSync(new URL(`views/${name}.html`, import.meta.url), 'utf8')
    const uri = addressOf(name)
    return { listed: { uri, name: `${name} view`, title, mimeType: VIEW_TYPE, _meta }, text: () => document }
  })
}
