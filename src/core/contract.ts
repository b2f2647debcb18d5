/** §9: the version of the API is in its path. */
export const API_PREFIX = '/api/v1'

/** §9: the version of the published interface description, independent of the package's version. */
export const API_VERSION = '1.0.0'

/** The sitemap of the pages, if this server has pages (D24). */
export const PAGES_SITEMAP = '/sitemap-pages.xml'

/** §4.11 */
export const MCP_PATH = '/mcp'

/** The protocol revisions that `/mcp` speaks, newest first (D32). */
export const MCP_PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const

/** §8: reserved, checked for length, otherwise without effect. */
export const MOST_KEY_CHARACTERS = 200

/** The home page as Markdown. */
export const HOME_MARKDOWN = '/index.md'

/** Whether the process answers. */
export const HEALTH_PATH = '/healthz'

/** Whether the server should get requests, part by part. */
export const READINESS_PATH = '/readyz'

/** The metadata of the pages as an OAuth client. Its address is their client id. */
export const CLIENT_METADATA = '/.well-known/oauth-client'
