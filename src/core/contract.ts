/** §9 */
export const API_PREFIX = '/api/v1'

/** §9: the version of the interface description, not of the package. */
export const API_VERSION = '1.0.0'

/** §4.11 */
export const MCP_PATH = '/mcp'

/** Newest first (D32). */
export const MCP_PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const

export const HOME_MARKDOWN = '/index.md'

export const HEALTH_PATH = '/healthz'

export const READINESS_PATH = '/readyz'

/** Its URL is the client id of the pages. */
export const CLIENT_METADATA = '/.well-known/oauth-client'

/** Of the identity provider's keys (D29). `stale` ones are good but could not be renewed. */
export const KEY_STATES = ['unasked', 'fresh', 'stale', 'missing'] as const
export type KeyState = (typeof KEY_STATES)[number]
