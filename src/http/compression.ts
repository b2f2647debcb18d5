import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoize } from '../core/memoize.ts'
import { weightOf } from './accept.ts'
import type { Reply } from './reply.ts'

/** Shorter texts gain nothing: their headers are longer. */
const LEAST_BYTES = 1_000
const TEXT = /^(?:text\/|image\/svg\+xml|application\/xml)/

/** Brotli of this quality takes two milliseconds of another thread for a page. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const ENCODERS = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: promisify(gzip),
} as const

function encoded({ status, headers }: Reply, encoding: string, body: Reply['body']): Reply {
  const { etag, vary } = headers
  const changed = {
    'content-encoding': encoding,
    vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
    // A strong tag stands for other bytes.
    ...(etag === undefined ? {} : { etag: `W/${etag}` }),
  }
  return { status, headers: { ...headers, ...changed }, body }
}

/** A document is the same reply each time. */
const encodingsOf = memoize((_: Reply) => new Map<string, Promise<Reply>>())

/**
 * Compresses texts and everything with a tag. Answers of the API are too small to gain from it. In a stream without a
 * tag, compression would hold messages back.
 */
export function compressed(reply: Reply, accept: string | null): Promise<Reply> | Reply {
  const { headers, body } = reply
  const isTagged = headers['etag'] !== undefined
  if (accept === null || body === null) return reply
  if (body instanceof ReadableStream) {
    if (!isTagged || weightOf('gzip', accept) === 0) return reply
    return encoded(reply, 'gzip', body.pipeThrough(new CompressionStream('gzip')))
  }
  if (!isTagged && !TEXT.test(headers['content-type'] ?? '')) return reply
  if (!(typeof body === 'string' || body instanceof Uint8Array) || body.length < LEAST_BYTES) return reply
  const encoding = (['br', 'gzip'] as const).find((name) => weightOf(name, accept) > 0)
  if (encoding === undefined) return reply
  const known = encodingsOf(reply)
  const made =
    known.get(encoding) ??
    ENCODERS[encoding](Buffer.from(body)).then((bytes) => encoded(reply, encoding, bytes))
  known.set(encoding, made)
  return made
}
