import { API_VERSION } from '../core/contract.ts'
import { DOCUMENTS } from '../core/documents.ts'
import { serverName } from './server-card.ts'

/** The AI catalog: both surfaces, with questions that they answer. */
export function aiCatalog(baseUrl: string, version: string) {
  const [publisher] = serverName(baseUrl).split('/')
  return {
    specVersion: '1.0',
    host: { displayName: 'Selvage', documentationUrl: `${baseUrl}${DOCUMENTS.llms.path}` },
    entries: [
      {
        identifier: `urn:air:${publisher}:mcp:selvage`,
        displayName: 'Selvage over MCP',
        type: DOCUMENTS.serverCard.type,
        url: `${baseUrl}${DOCUMENTS.serverCard.path}`,
        description:
          'Fabric catalog, supply guides, and the projects and designs of a quilter, as MCP tools.',
        representativeQueries: [
          'find a warm mustard Kona solid near #D9A441',
          'create a quilt project called Autumn Star',
          'which rotary cutter is kind to arthritic hands',
        ],
        version,
      },
      {
        identifier: `urn:air:${publisher}:rest:selvage`,
        displayName: 'Selvage over REST',
        type: DOCUMENTS.openapi.type,
        url: `${baseUrl}${DOCUMENTS.openapi.path}`,
        description: 'The same operations as OpenAPI.',
        representativeQueries: [
          'list my quilting projects',
          'start an empty 12 inch block',
          'compare batting materials for a bed quilt',
        ],
        version: API_VERSION,
      },
    ],
  }
}
