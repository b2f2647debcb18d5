import { isUtf8 } from 'node:buffer'
import type { H3Event } from 'h3'
import { AppError } from '../core/errors.ts'
import { isTooDeep, MOST_LEVELS } from '../core/schema.ts'

/** D13 */
export const MOST_BODY_BYTES = 65_536

const JSON_TYPE = /^application\/json\s*(?:;|$)/i
const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-8"?\s*(?:;|$))/i

const payloadTooLarge = (headers: Record<string, string> = {}) =>
  new AppError('payload_too_large', `The body is over ${MOST_BODY_BYTES} bytes.`, { headers })

function checkKind(headers: Headers) {
  const type = headers.get('content-type') ?? ''
  const encoding = (headers.get('content-encoding') ?? '').toLowerCase()
  if (!JSON_TYPE.test(type) || OTHER_CHARSET.test(type) || !['', 'identity'].includes(encoding)) {
    throw new AppError(
      'unsupported_media_type',
      'Send the body as application/json in UTF-8, not compressed.',
    )
  }
  // Before anything is read, Node can discard the body and keep the connection.
  if (Number(headers.get('content-length') ?? 0) > MOST_BODY_BYTES) throw payloadTooLarge()
}

/** From Node's own stream: a web stream costs more than the rest of the request. */
async function readBytes({ req, runtime }: H3Event): Promise<Buffer> {
  const stream = runtime?.node?.req
  if (stream === undefined) return Buffer.from(await req.arrayBuffer())
  // Most bodies arrive with their headers. Waiting for them would cost as much as parsing them.
  if (stream.complete) return stream.read() ?? Buffer.alloc(0)
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    chunks.push(chunk)
    length += chunk.byteLength
    if (length > MOST_BODY_BYTES) break
  }
  return Buffer.concat(chunks)
}

/** Throws `unsupported_media_type`, `payload_too_large`, `invalid_json`, or `invalid_request` for a cut body (D13). */
export async function readJson(event: H3Event): Promise<unknown> {
  checkKind(event.req.headers)
  const bytes = await readBytes(event).catch((cause: unknown) => {
    throw new AppError('invalid_request', 'The body did not arrive whole.', { cause })
  })
  // The rest may be unread, so the connection cannot be used again.
  if (bytes.byteLength > MOST_BODY_BYTES) throw payloadTooLarge({ connection: 'close' })
  if (!isUtf8(bytes)) throw new AppError('invalid_json', 'The body is not UTF-8 text.')
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch (cause) {
    throw new AppError('invalid_json', 'The body is not valid JSON.', { cause })
  }
  if (isTooDeep(value)) {
    throw new AppError('invalid_json', `The body is nested more than ${MOST_LEVELS} levels deep.`)
  }
  return value
}
