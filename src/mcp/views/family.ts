import type { ResourceFamily } from '../resources.ts'
import { VIEW_TYPE, VIEWS, viewAddress, viewDocument } from './documents.ts'

/** Announces views (MCP Apps, revision 2026-01-26). We do not check whether the client announces them too. */
export const VIEWS_EXTENSION = 'io.modelcontextprotocol/ui'
export const VIEWS_CAPABILITY = { mimeTypes: [VIEW_TYPE] }

/** Views need no network. A host reads this in the list or in the document, in one of two spellings. */
const META = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
  'openai/widgetCSP': { connect_domains: [], resource_domains: [] },
}

/** Names the view that shows the results of a tool, in the spelling of each kind of host. */
export function viewMeta(toolName: string): Readonly<Record<string, unknown>> {
  const view = VIEWS.find(({ tool }) => tool === toolName)
  if (view === undefined) return {}
  const resourceUri = viewAddress(view.name)
  return { ui: { resourceUri }, 'ui/resourceUri': resourceUri, 'openai/outputTemplate': resourceUri }
}

/** The views, as resources that everybody may read (D39). */
export function viewsFamily(): ResourceFamily {
  const documents = new Map(VIEWS.map((view) => [viewAddress(view.name), viewDocument(view)]))
  return {
    auth: 'public',
    owns: (uri) => documents.has(uri),
    async list() {
      return VIEWS.map(({ name, title }) => ({
        uri: viewAddress(name),
        name: `${name} view`,
        title,
        mimeType: VIEW_TYPE,
        _meta: META,
      }))
    },
    async read(uri) {
      const text = documents.get(uri)
      return text === undefined ? undefined : [{ uri, mimeType: VIEW_TYPE, text, _meta: META }]
    },
  }
}
