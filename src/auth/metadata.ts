import { DOCUMENTS } from '../core/documents.ts'

/** RFC 9728 protected-resource metadata. */
export interface ResourceMetadata {
  readonly resource: string
  readonly authorization_servers: readonly string[]
  readonly bearer_methods_supported: readonly ['header']
  readonly scopes_supported?: readonly string[]
  readonly resource_name: string
  readonly resource_documentation: string
}

/**
 * The metadata of one of the two resources: `{base}` for REST, `{base}/mcp` for MCP (D27). Clients compare
 * `resource`, character by character, with the address that they connect to.
 *
 * @param issuer as the provider spells it.
 */
export function resourceMetadata(
  baseUrl: string,
  path: '' | '/mcp',
  { issuer, scopes }: { readonly issuer: string; readonly scopes: readonly string[] },
): ResourceMetadata {
  return {
    resource: `${baseUrl}${path}`,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    ...(scopes.length > 0 ? { scopes_supported: scopes } : {}),
    resource_name: 'Selvage, the agent API of a quilting application (REST and MCP)',
    resource_documentation: `${baseUrl}${DOCUMENTS.llms.path}`,
  }
}
