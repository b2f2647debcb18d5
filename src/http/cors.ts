/** The parts of a request that matter to CORS. */
export type CorsPolicy = (origin: string | null) => Readonly<Record<string, string>>

const EXPOSED = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id'
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Idempotency-Key',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'X-Request-Id',
  'traceparent',
  'tracestate',
  'baggage',
].join(', ')

const ANY_ORIGIN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED }

/** Every page may read the answer, but without its visitor's cookies (D13). */
export const anyOrigin: CorsPolicy = () => ANY_ORIGIN

/** Only pages of these origins may read the answer. */
export function onlyOrigins(isAllowed: (origin: string) => boolean): CorsPolicy {
  return (origin) =>
    origin !== null && isAllowed(origin)
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED, vary: 'Origin' }
      : { vary: 'Origin' }
}

/** The headers that a preflight answer has in addition. */
export function preflightHeaders(methods: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-methods': methods,
    'access-control-allow-headers': REQUEST_HEADERS,
    'access-control-max-age': '7200',
  }
}
