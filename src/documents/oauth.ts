import { everyScope, fromProvider, type IdentityProvider, type Scopes } from '../auth/index.ts'
import { MCP_PATH } from '../core/contract.ts'
import { documentHandler } from '../http/document.ts'
import type { Route } from '../http/router.ts'
import { PUBLISHED, type Published } from './published.ts'

interface OAuthOptions {
  readonly baseUrl: string
  readonly scopes: Scopes
  readonly provider: IdentityProvider
}

/**
 * The OAuth documents, for REST and for MCP: metadata of the protected resource (RFC 9728), whose `resource`
 * clients compare, character by character, with the address that they connect to (D27), and the provider's
 * own metadata, unchanged (§5.3, D31). They are made for each request, because the provider may change its
 * metadata.
 */
export function oauthRoutes({ baseUrl, scopes, provider }: OAuthOptions): Route[] {
  const supported = everyScope(scopes)
  const route = ({ path, contentType }: Published, text: () => Promise<string> | string): Route => ({
    path,
    get: async (event) => documentHandler({ contentType, body: await text(), maxAge: 300 })(event),
  })
  const resource = (path: '' | typeof MCP_PATH) =>
    JSON.stringify({
      resource: `${baseUrl}${path}`,
      authorization_servers: [provider.issuer()],
      bearer_methods_supported: ['header'],
      ...(supported.length > 0 ? { scopes_supported: supported } : {}),
      resource_name: 'Selvage, the agent API of a quilting application (REST and MCP)',
      resource_documentation: `${baseUrl}${PUBLISHED.llms.path}`,
    })
  const ofProvider = async () => (await fromProvider(provider.metadata())).text
  const { restResource, mcpResource, authorizationServer } = PUBLISHED
  return [
    route(restResource, () => resource('')),
    route(mcpResource, () => resource(MCP_PATH)),
    route(authorizationServer, ofProvider),
    route({ ...authorizationServer, path: `${authorizationServer.path}${MCP_PATH}` }, ofProvider),
  ]
}
