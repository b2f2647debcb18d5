import type { IncomingMessage, ServerResponse } from 'node:http'

/** More than any form or client registration needs. */
const MAX_BODY_BYTES = 65_536

/** The page loads nothing. It cannot be framed, because another page could then hide what a click does. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
}

/** Refuses a request whose body is too large or of unknown size. Returns true if it was refused. */
export function refusesBody({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const isUnmeasured = headers['transfer-encoding'] !== undefined
  const isTooLarge = Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES
  if (isUnmeasured) response.writeHead(411, { connection: 'close' }).end('Send a Content-Length.')
  else if (isTooLarge) response.writeHead(413, { connection: 'close' }).end('The body is over 64 KiB.')
  return isUnmeasured || isTooLarge
}
