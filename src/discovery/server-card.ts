import { isIP } from 'node:net'
import { MCP_PATH, MCP_PROTOCOL_VERSIONS } from '../core/contract.ts'

/** `agents.example.com` → `com.example.agents/selvage`; an IP address is not reversed. */
export function serverName(baseUrl: string): string {
  const host = new URL(baseUrl).hostname.replace(/[[\]]/g, '')
  const labels = isIP(host) > 0 ? [host.replaceAll(':', '-')] : host.split('.').reverse()
  return `${labels.join('.')}/selvage`
}

/** The MCP server card (SEP-2127), with the members that older readers look for. It lists no tools. */
export function serverCard(baseUrl: string, version: string) {
  const serverInfo = { name: serverName(baseUrl), title: 'Selvage', version }
  const url = `${baseUrl}${MCP_PATH}`
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...serverInfo,
    description: 'Quilting fabrics, supply guides, and the projects and designs of a quilter.',
    websiteUrl: baseUrl,
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: MCP_PROTOCOL_VERSIONS }],
    serverInfo,
    endpoint: url,
    capabilities: { tools: { listChanged: false } },
  }
}
