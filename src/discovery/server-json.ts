import { MCP_PATH } from '../kit/contract.ts'
import { serverCard } from './server-card.ts'

/**
 * The entry for the MCP registry (`server.json`), as its publisher command sends it. The registry proves
 * the name by the domain and takes public https addresses only.
 */
export function serverJson(baseUrl: string, version: string) {
  const { name, title, description } = serverCard(baseUrl, version)
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name,
    title,
    description,
    version,
    websiteUrl: baseUrl,
    remotes: [{ type: 'streamable-http', url: `${baseUrl}${MCP_PATH}` }],
  }
}
