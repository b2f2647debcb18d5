import { API_PREFIX, API_VERSION, HEALTH_PATH, MCP_PATH, MCP_PROTOCOL_VERSIONS } from '../core/contract.ts'
import { DOCUMENT_PATHS, TYPES } from './document-paths.ts'

/** What the MCP server says about itself in `initialize` and `server/discover`. */
export interface ServerDescription {
  readonly info: {
    /** `com.example.agents/selvage`: the host of the server in reverse, then the product. */
    readonly name: string
    readonly version: string
    readonly description: string
  }
  readonly capabilities: object
}

/** The MCP server card (SEP-2127). It lists no tools. */
export function serverCard({ info }: ServerDescription, baseUrl: string) {
  const url = `${baseUrl}${MCP_PATH}`
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...info,
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: MCP_PROTOCOL_VERSIONS }],
  }
}

/** The card of an earlier proposal (SEP-1649), which readiness checks read. */
export function earlierServerCard({ info, capabilities }: ServerDescription, baseUrl: string) {
  return { serverInfo: info, endpoint: `${baseUrl}${MCP_PATH}`, capabilities }
}

/** The linkset of RFC 9727 and RFC 9264: both surfaces and the documents that describe them (RFC 8631). */
export function apiCatalog(baseUrl: string) {
  const link = (path: string, type: string) => ({ href: `${baseUrl}${path}`, type: type.replace(/;.*/, '') })
  const shared = {
    'service-doc': [link(DOCUMENT_PATHS.llms, TYPES.text), link(DOCUMENT_PATHS.auth, TYPES.markdown)],
    status: [link(HEALTH_PATH, TYPES.json)],
  }
  return {
    linkset: [
      {
        anchor: `${baseUrl}${DOCUMENT_PATHS.apiCatalog}`,
        item: [
          { href: `${baseUrl}${API_PREFIX}`, title: 'Selvage, REST' },
          { href: `${baseUrl}${MCP_PATH}`, title: 'Selvage, MCP' },
        ],
      },
      {
        anchor: `${baseUrl}${API_PREFIX}`,
        'service-desc': [link(DOCUMENT_PATHS.openapi, TYPES.openapi)],
        'service-meta': [
          link(DOCUMENT_PATHS.arazzo, TYPES.yaml),
          link(DOCUMENT_PATHS.restResource, TYPES.json),
        ],
        ...shared,
      },
      {
        anchor: `${baseUrl}${MCP_PATH}`,
        'service-desc': [link(DOCUMENT_PATHS.serverCard, TYPES.serverCard)],
        'service-meta': [link(DOCUMENT_PATHS.mcpResource, TYPES.json)],
        ...shared,
      },
    ],
  }
}

/** The AI catalog: both surfaces, with questions that they answer. */
export function aiCatalog({ info }: ServerDescription, baseUrl: string) {
  const [publisher] = info.name.split('/')
  return {
    specVersion: '1.0',
    host: { displayName: 'Selvage', documentationUrl: `${baseUrl}${DOCUMENT_PATHS.llms}` },
    entries: [
      {
        identifier: `urn:air:${publisher}:mcp:selvage`,
        displayName: 'Selvage over MCP',
        type: TYPES.serverCard,
        url: `${baseUrl}${DOCUMENT_PATHS.serverCard}`,
        description: info.description,
        representativeQueries: ['find a Kona solid near #D9A441', 'what to cut for my block'],
        version: info.version,
      },
      {
        identifier: `urn:air:${publisher}:rest:selvage`,
        displayName: 'Selvage over REST',
        type: TYPES.openapi,
        url: `${baseUrl}${DOCUMENT_PATHS.openapi}`,
        description: 'The same operations as OpenAPI.',
        representativeQueries: ['list my quilting projects', 'start an empty 12 inch block'],
        version: API_VERSION,
      },
    ],
  }
}

/** The `Link` header of the home page, for programs that know only the base URL. */
export const DISCOVERY_LINKS = [
  `<${DOCUMENT_PATHS.apiCatalog}>; rel="api-catalog"; type="${TYPES.linkset}"`,
  `<${DOCUMENT_PATHS.openapi}>; rel="service-desc"; type="${TYPES.openapi}"`,
  `<${DOCUMENT_PATHS.llms}>; rel="service-doc"; type="text/plain"`,
  `<${DOCUMENT_PATHS.llms}>; rel="describedby"; type="text/plain"`,
  `<${DOCUMENT_PATHS.home}>; rel="alternate"; type="text/markdown"`,
].join(', ')
