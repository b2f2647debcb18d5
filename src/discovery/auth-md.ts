import { API_PREFIX } from '../core/contract.ts'
import { LIVE_DOCUMENTS } from '../core/documents.ts'
import { operationsOf } from '../core/operations.ts'
import type { Tool } from '../core/tool.ts'

/** `/auth.md`: how a program signs in on behalf of a person. */
export function authMarkdown(tools: readonly Tool[], baseUrl: string, scopes: readonly string[]): string {
  const { restResource, mcpResource } = LIVE_DOCUMENTS
  const probe = operationsOf(tools)('getAuthMe').operation
  const open = tools.filter(({ auth }) => auth === 'public').map(({ name }) => `\`${name}\``)
  const needed = scopes.length > 0 ? ` Ask for the scopes \`${scopes.join(' ')}\`.` : ''
  return `# auth.md: signing in to Selvage

For agents and connectors that act for a person with an account. There are no API keys, and agents have no accounts of
their own. ${open.join(' and ')} need no sign-in.

1. Call the operation without a token. The 401 carries \`WWW-Authenticate: Bearer resource_metadata="…"\`: for REST
   ${baseUrl}${restResource.path}, for MCP ${baseUrl}${mcpResource.path}.
2. Fetch that document; take \`resource\` and the first of \`authorization_servers\`.
3. Fetch the metadata of that server (RFC 8414, else OpenID Connect discovery). Take \`authorization_endpoint\` and
   \`token_endpoint\` from it; never construct them, and never post a token to a metadata URL.
4. Register as that metadata allows: with a client id metadata document where
   \`client_id_metadata_document_supported\` is true, else at \`registration_endpoint\`, else by hand.
5. Authorization-code flow with PKCE (\`S256\`), with \`resource\` in the authorization and in the token request.${needed}
6. Send \`Authorization: Bearer <access token>\`; REST and MCP accept the same token. Check it with
   \`${probe.method} ${baseUrl}${API_PREFIX}${probe.path}\`.

A 401 with \`error="invalid_token"\` means a new token: refresh, or sign in again. The person ends the access at the
authorization server.
`
}
