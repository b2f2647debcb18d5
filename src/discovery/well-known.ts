import { type IdentityProvider, resourceMetadata } from '../auth/index.ts'
import { LIVE_DOCUMENTS, TYPES } from '../core/documents.ts'
import { anyOrigin, documentHandler, type Route } from '../http/router.ts'

/**
 * The OAuth documents: protected-resource metadata of both surfaces (D27), and the provider's own
 * metadata, unchanged (§5.3, D31).
 */
export function oauthRoutes(options: {
  readonly baseUrl: string
  readonly scopes: readonly string[]
  readonly provider: IdentityProvider
}): Route[] {
  const { baseUrl, scopes, provider } = options
  const { restResource, authorizationServer } = LIVE_DOCUMENTS
  // Made for each request, because the provider may change its metadata.
  const json = (path: string, body: () => Promise<string> | string): Route => ({
    path,
    cors: anyOrigin,
    get: async (event) =>
      documentHandler({ contentType: TYPES.json, body: await body(), maxAge: 300 })(event),
  })
  const resource = (path: '' | '/mcp') =>
    json(`${restResource.path}${path}`, () =>
      JSON.stringify(resourceMetadata(baseUrl, path, { issuer: provider.issuer(), scopes })),
    )
  const server = (path: '' | '/mcp') =>
    json(`${authorizationServer.path}${path}`, async () => (await provider.metadata()).text)
  return [resource(''), resource('/mcp'), server(''), server('/mcp')]
}
