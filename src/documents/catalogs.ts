import { MCP_PATH, MCP_PROTOCOL_VERSIONS } from '../core/contract.ts'
import { PUBLISHED } from './published.ts'
import { filledText } from './texts.ts'

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

/** The AI catalog: both surfaces, with questions that they answer. */
export function aiCatalog({ info }: ServerDescription, baseUrl: string): string {
  const { name, version, description } = info
  return filledText('ai-catalog.json', { baseUrl, publisher: name.replace(/\/.*/, ''), version, description })
}

/** The `Link` header of the home page, for programs that know only the base URL. */
export const DISCOVERY_LINKS = [
  `<${PUBLISHED.apiCatalog.path}>; rel="api-catalog"; type="application/linkset+json"`,
  `<${PUBLISHED.openapi.path}>; rel="service-desc"; type="${PUBLISHED.openapi.contentType}"`,
  `<${PUBLISHED.llms.path}>; rel="service-doc"; type="text/plain"`,
  `<${PUBLISHED.llms.path}>; rel="describedby"; type="text/plain"`,
  `<${PUBLISHED.home.path}>; rel="alternate"; type="text/markdown"`,
].join(', ')
