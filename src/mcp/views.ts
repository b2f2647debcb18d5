import { readFileSync } from 'node:fs'
import type { ResourceFamily } from './resources.ts'

/** The views that a chat can show (MCP Apps, D39), each with the tool whose results it shows. */
const VIEWS = [
  { name: 'fabrics', tool: 'search_fabric_catalog', title: 'Fabrics as swatches' },
  { name: 'asset', tool: 'get_asset', title: 'One item with its drawing' },
] as const

const VIEW_TYPE = 'text/html;profile=mcp-app'

/** Announces views (revision 2026-01-26). We do not check whether the client announces them too. */
export const VIEWS_EXTENSION = 'io.modelcontextprotocol/ui'
export const VIEWS_CAPABILITY = { mimeTypes: [VIEW_TYPE] }

/**
 * Views need no network. A host reads this in the list or in the document, in one of two spellings. Only ChatGPT
 * wants a domain of ours: `ui.domain` means another thing to each host, and a wrong one keeps a view from being shown.
 */
const metaOf = (baseUrl: string) => ({
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
  'openai/widgetCSP': { connect_domains: [], resource_domains: [] },
  'openai/widgetDomain': new URL(baseUrl).origin,
})

const addressOf = (name: string) => `ui://selvage/${name}`

/** Names the view that shows the results of a tool, in the spelling of each kind of host. */
export function viewMeta(toolName: string): Readonly<Record<string, unknown>> {
  const view = VIEWS.find(({ tool }) => tool === toolName)
  if (view === undefined) return {}
  const resourceUri = addressOf(view.name)
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri, 'openai/outputTemplate': resourceUri }
}

/** The views as resources that everybody may read. `npm run docs` bundles their documents from `views/`. */
export function viewsFamily(baseUrl: string): ResourceFamily {
  const _meta = metaOf(baseUrl)
  const documents = new Map(
    VIEWS.map(({ name }) => [
      addressOf(name),
      readFileSync(new URL(`views/${name}.html`, import.meta.url), 'utf8'),
    ]),
  )
  return {
    auth: 'public',
    owns: (uri) => documents.has(uri),
    async list() {
      return VIEWS.map(({ name, title }) => ({
        uri: addressOf(name),
        name: `${name} view`,
        title,
        mimeType: VIEW_TYPE,
        _meta,
      }))
    },
    async read(uri) {
      const text = documents.get(uri)
      return text === undefined ? undefined : [{ uri, mimeType: VIEW_TYPE, text, _meta }]
    },
  }
}
