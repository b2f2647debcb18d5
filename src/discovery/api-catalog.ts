import { API_PREFIX, MCP_PATH } from '../core/contract.ts'
import { DOCUMENTS, mediaType, PUBLISHED } from '../core/documents.ts'

export const API_CATALOG_LINK = `<${DOCUMENTS.apiCatalog.path}>; rel="api-catalog"`

/** The linkset of RFC 9727 and RFC 9264: both surfaces and the documents that describe them. */
export function apiCatalog(baseUrl: string) {
  function described(surface: 'rest' | 'mcp', path: string) {
    const links: Record<string, { href: string; type: string }[]> = {}
    for (const { path, type, describes } of PUBLISHED) {
      if (!describes?.surfaces.includes(surface)) continue
      links[describes.as] = [
        ...(links[describes.as] ?? []),
        { href: `${baseUrl}${path}`, type: mediaType(type) },
      ]
    }
    return { anchor: `${baseUrl}${path}`, ...links }
  }
  return {
    linkset: [
      {
        anchor: `${baseUrl}${DOCUMENTS.apiCatalog.path}`,
        item: [
          { href: `${baseUrl}${API_PREFIX}`, title: 'Selvage, REST' },
          { href: `${baseUrl}${MCP_PATH}`, title: 'Selvage, MCP' },
        ],
      },
      described('rest', API_PREFIX),
      described('mcp', MCP_PATH),
    ],
  }
}
