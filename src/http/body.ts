import type { H3Event } from 'h3'
import { AppError } from '../kit/errors.ts'

/** D13 */
export const MAX_BODY_BYTES = 65_536
/** No valid input is nested deeper than five levels. */
const MAX_DEPTH = 64

const JSON_TYPE = /^application\/json\s*(?:;|$)/i
const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-8"?\s*(?:;|$))/i
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @param headers such as `Connection: close`. */
export function payloadTooLarge(headers: Readonly<Record<string, string>>): AppError {
  return new AppError('payload_too_large', `The body is over ${MAX_BODY_BYTES} bytes.`, { headers })
}

export function unsupportedMediaType(): AppError {
  return new AppError('unsupported_media_type', 'Send the body as application/json in UTF-8, not compressed.')
}

export function invalidJson(cause?: unknown): AppError {
  return new AppError('invalid_json', 'The body is not valid JSON.', { cause })
}

function incomplete(cause: unknown): AppError {
  return new AppError('invalid_request', 'The body did not arrive whole.', { cause })
}

function chunksOf(event: H3Event): AsyncIterable<Uint8Array> {
  // Node's own stream if there is one, because wrapping it in a web stream costs more than the request.
  const node = event.runtime?.node?.req
  // The stream stays open after an overflow, because the connection still has to carry the answer.
  if (node !== undefined && 'iterator' in node) return node.iterator({ destroyOnReturn: false })
  return event.req.body ?? new ReadableStream({ start: (controller) => controller.close() })
}

async function readBytes(event: H3Event): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of chunksOf(event)) {
      length += chunk.byteLength
      // The rest of the body stays unread, so the connection cannot be used again.
      if (length > MAX_BODY_BYTES) throw payloadTooLarge({ connection: 'close' })
      chunks.push(chunk)
    }
  } catch (error) {
    // A client that leaves while it sends is not a defect of the server.
    throw error instanceof AppError ? error : incomplete(error)
  }
  return Buffer.concat(chunks)
}

/**
 * The text of a JSON body. Throws `unsupported_media_type`, `payload_too_large`, or `invalid_json`
 * for bytes that are not UTF-8 (D13).
 */
async function readJsonText(event: H3Event): Promise<string> {
  const { headers } = event.req
  const type = headers.get('content-type') ?? ''
  const encoding = (headers.get('content-encoding') ?? '').toLowerCase()
  if (!JSON_TYPE.test(type) || OTHER_CHARSET.test(type) || !['', 'identity'].includes(encoding)) {
    throw unsupportedMediaType()
  }
  // Before reading anything: then Node discards the body and keeps the connection.
  if (Number(headers.get('content-length') ?? 0) > MAX_BODY_BYTES) throw payloadTooLarge({})
  const bytes = await readBytes(event)
  try {
    return strictUtf8.decode(bytes)
  } catch (error) {
    throw new AppError('invalid_json', 'The body is not UTF-8 text.', { cause: error })
  }
}

/** Whether brackets are nested so deeply that code which walks the value could overflow the stack. */
function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    const inner = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    )
    if (inner.length === 0) return false
    level = inner
  }
  return true
}

/** The value of a JSON body. Throws like `readJsonText`, and `invalid_json`. */
export async function readJson(event: H3Event): Promise<unknown> {
  const text = await readJsonText(event)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw invalidJson(error)
  }
  // Only a text with that many brackets can be nested that deeply.
  if (text.length > 2 * MAX_DEPTH && isTooDeep(value)) {
    throw new AppError('invalid_json', `The body is nested more than ${MAX_DEPTH} levels deep.`)
  }
  return value
}
