import { MCP_PATH } from '../core/contract.ts'
import { serverCard } from './server-card.ts'

/**
 * The entry for the MCP registry (`server.json`), in the form that its publisher command sends. The registry
 * checks the name against the domain, and accepts only public https addresses.
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
