import { everyScope, fromProvider, type IdentityProvider, type Scopes } from '../auth/index.ts'
import { MCP_PATH } from '../core/contract.ts'
import { documentHandler } from '../http/document.ts'
import type { Route } from '../http/router.ts'

interface OAuthOptions {
  readonly baseUrl: string
  readonly scopes: Scopes
  readonly provider: IdentityProvider
}

const RESOURCE = '/.well-known/oauth-protected-resource'

/** The URLs of the metadata of REST and of MCP, for challenges (D27). */
export const resourceMetadata = (baseUrl: string) => ({
  rest: `${baseUrl}${RESOURCE}`,
  mcp: `${baseUrl}${RESOURCE}${MCP_PATH}`,
})

/**
 * The OAuth documents, for REST and for MCP: metadata of the protected resource (RFC 9728), whose `resource`
 * clients compare, character by character, with the address that they connect to (D27), and the provider's
 * own metadata, unchanged (§5.3, D31). They are made for each request, because the provider may change its
 * metadata.
 */
export function oauthRoutes({ baseUrl, scopes, provider }: OAuthOptions): Route[] {
  const supported = everyScope(scopes)
  const route = (path: string, text: () => Promise<string> | string): Route => ({
    path,
    get: async (event) =>
      documentHandler({ contentType: 'application/json', body: await text(), maxAge: 300 })(event),
  })
  const resource = (path: string) =>
    JSON.stringify({
      resource: `${baseUrl}${path}`,
      authorization_servers: [provider.issuer()],
      bearer_methods_supported: ['header'],
      ...(supported.length > 0 ? { scopes_supported: supported } : {}),
      resource_name: 'Selvage, the agent API of a quilting application (REST and MCP)',
      resource_documentation: `${baseUrl}/llms.txt`,
    })
  return ['', MCP_PATH].flatMap((path) => [
    route(`${RESOURCE}${path}`, () => resource(path)),
    route(
      `/.well-known/oauth-authorization-server${path}`,
      async () => (await fromProvider(provider.metadata())).text,
    ),
  ])
}
