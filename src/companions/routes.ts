import type { IdentityProvider } from '../auth/identity-provider.ts'
import { documentRoute } from '../http/document.ts'
import type { Route } from '../http/route.ts'
import { type CompanionOptions, companionDocuments } from './documents.ts'
import { oauthRoutes } from './well-known.ts'

/** Everything that is published beside the operations; it answers whether or not the API is enabled. */
export function companionRoutes(
  options: CompanionOptions & { readonly provider: IdentityProvider },
): Route[] {
  return [...companionDocuments(options).map(documentRoute), ...oauthRoutes(options)]
}
