import type { IdentityProvider } from '../auth/identity-provider.ts'
import { RESOURCE_METADATA_PATH, resourceMetadata, SERVER_METADATA_PATH } from '../auth/metadata.ts'
import { anyOrigin } from '../http/cors.ts'
import { jsonReply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'

const CACHED = { 'cache-control': 'public, max-age=300' }

/**
 * The OAuth documents: protected-resource metadata of both surfaces (D27), and the provider's own
 * metadata, unchanged (§5.3, D31). They answer whether or not the API is enabled.
 */
export function oauthRoutes(options: {
  readonly baseUrl: string
  readonly scopes: readonly string[]
  readonly provider: IdentityProvider
}): Route[] {
  const { baseUrl, scopes, provider } = options
  const resource = (path: '' | '/mcp'): Route => ({
    path: `${RESOURCE_METADATA_PATH}${path}`,
    cors: anyOrigin,
    get: () => jsonReply(200, resourceMetadata(baseUrl, path, { issuer: provider.issuer(), scopes }), CACHED),
  })
  const server = (path: '' | '/mcp'): Route => ({
    path: `${SERVER_METADATA_PATH}${path}`,
    cors: anyOrigin,
    get: async () => {
      const { text } = await provider.metadata()
      return { status: 200, headers: { 'content-type': 'application/json', ...CACHED }, body: text }
    },
  })
  return [resource(''), resource('/mcp'), server(''), server('/mcp')]
}
