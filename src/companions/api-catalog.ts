import { RESOURCE_METADATA_PATH } from '../auth/metadata.ts'
import { API_PREFIX, MCP_PATH } from '../kit/contract.ts'
import { PATHS, TYPES } from './paths.ts'

/** RFC 9727 */
export const API_CATALOG_TYPE = `${TYPES.linkset}; profile="https://www.rfc-editor.org/info/rfc9727"`
export const API_CATALOG_LINK = `<${PATHS.apiCatalog}>; rel="api-catalog"`

/** The linkset of RFC 9727 and RFC 9264: both surfaces and what describes them. */
export function apiCatalog(baseUrl: string) {
  const target = (path: string, type: string) => ({ href: `${baseUrl}${path}`, type })
  const guide = [target(PATHS.llms, 'text/plain'), target(PATHS.auth, 'text/markdown')]
  const status = [target(PATHS.health, TYPES.json)]
  return {
    linkset: [
      {
        anchor: `${baseUrl}${PATHS.apiCatalog}`,
        item: [
          { href: `${baseUrl}${API_PREFIX}`, title: 'Selvage, REST' },
          { href: `${baseUrl}${MCP_PATH}`, title: 'Selvage, MCP' },
        ],
      },
      {
        anchor: `${baseUrl}${API_PREFIX}`,
        'service-desc': [target(PATHS.openapiJson, TYPES.openapi), target(PATHS.openapiYaml, TYPES.yaml)],
        'service-doc': guide,
        'service-meta': [target(PATHS.arazzo, TYPES.yaml), target(RESOURCE_METADATA_PATH, TYPES.json)],
        status,
      },
      {
        anchor: `${baseUrl}${MCP_PATH}`,
        'service-desc': [target(PATHS.serverCard, TYPES.serverCard)],
        'service-doc': guide,
        'service-meta': [target(`${RESOURCE_METADATA_PATH}${MCP_PATH}`, TYPES.json)],
        status,
      },
    ],
  }
}
