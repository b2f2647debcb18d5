import { API_PREFIX, API_VERSION, HEALTH_PATH, MCP_PATH, MCP_PROTOCOL_VERSIONS } from '../core/contract.ts'
import { PUBLISHED, type Published } from './published.ts'

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
  const link = ({ path, contentType }: Published) => ({
    href: `${baseUrl}${path}`,
    type: contentType.replace(/;.*/, ''),
  })
  const surface = (path: string, description: Published, ...further: Published[]) => ({
    anchor: `${baseUrl}${path}`,
    'service-desc': [link(description)],
    'service-meta': further.map(link),
    'service-doc': [link(PUBLISHED.llms), link(PUBLISHED.auth)],
    status: [link({ path: HEALTH_PATH, contentType: 'application/json' })],
  })
  return {
    linkset: [
      {
        anchor: `${baseUrl}${PUBLISHED.apiCatalog.path}`,
        item: [
          { href: `${baseUrl}${API_PREFIX}`, title: 'Selvage, REST' },
          { href: `${baseUrl}${MCP_PATH}`, title: 'Selvage, MCP' },
        ],
      },
      surface(API_PREFIX, PUBLISHED.openapi, PUBLISHED.arazzo, PUBLISHED.restResource),
      surface(MCP_PATH, PUBLISHED.serverCard, PUBLISHED.mcpResource),
    ],
  }
}

/** The AI catalog: both surfaces, with questions that they answer. */
export function aiCatalog({ info }: ServerDescription, baseUrl: string) {
  const [publisher] = info.name.split('/')
  const entry = (surface: string, { path, contentType }: Published) => ({
    identifier: `urn:air:${publisher}:${surface}:selvage`,
    displayName: `Selvage over ${surface.toUpperCase()}`,
    type: contentType,
    url: `${baseUrl}${path}`,
  })
  return {
    specVersion: '1.0',
    host: { displayName: 'Selvage', documentationUrl: `${baseUrl}${PUBLISHED.llms.path}` },
    entries: [
      {
        ...entry('mcp', PUBLISHED.serverCard),
        description: info.description,
        representativeQueries: ['find a Kona solid near #D9A441', 'what to cut for my block'],
        version: info.version,
      },
      {
        ...entry('rest', PUBLISHED.openapi),
        description: 'The same operations as OpenAPI.',
        representativeQueries: ['list my quilting projects', 'start an empty 12 inch block'],
        version: API_VERSION,
      },
    ],
  }
}

/** The `Link` header of the home page, for programs that know only the base URL. */
export const DISCOVERY_LINKS = [
  `<${PUBLISHED.apiCatalog.path}>; rel="api-catalog"; type="application/linkset+json"`,
  `<${PUBLISHED.openapi.path}>; rel="service-desc"; type="${PUBLISHED.openapi.contentType}"`,
  `<${PUBLISHED.llms.path}>; rel="service-doc"; type="text/plain"`,
  `<${PUBLISHED.llms.path}>; rel="describedby"; type="text/plain"`,
  `<${PUBLISHED.home.path}>; rel="alternate"; type="text/markdown"`,
].join(', ')
