import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoize } from '../core/memoize.ts'
import { weightOf } from './accept.ts'
import type { Reply } from './reply.ts'

/** A shorter text is not worth it: the headers of the answer are longer. */
const LEAST_BYTES = 1_000
/** For a page it takes two milliseconds of another thread. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const ENCODERS = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: promisify(gzip),
} as const

const TEXT = /^(?:text\/|image\/svg\+xml|application\/xml)/

function withBody({ status, headers }: Reply, encoding: string, body: Reply['body']): Reply {
  const { etag, vary } = headers
  const changed = {
    'content-encoding': encoding,
    vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
    // These are not the bytes that the strong tag stands for.
    ...(etag === undefined ? {} : { etag: `W/${etag}` }),
  }
  return { status, headers: { ...headers, ...changed }, body }
}

/** Documents are the same object each time, so each is compressed once. */
const encodingsOf = memoize((_: Reply) => new Map<string, Promise<Reply>>())

/**
 * An answer as its client can read it, compressed if that is worth it: for texts, and for what has a tag, because it
 * stays the same. An answer of the API is small, and a tenth of a millisecond would be lost on it. A stream without
 * a tag is a conversation, of which each part is wanted at once.
 */
export function compressed(reply: Reply, accept: string | null): Promise<Reply> | Reply {
  const { headers, body } = reply
  if (accept === null) return reply
  if (body instanceof ReadableStream) {
    if (headers['etag'] === undefined || weightOf('gzip', accept) === 0) return reply
    return withBody(reply, 'gzip', body.pipeThrough(new CompressionStream('gzip')))
  }
  if (!(typeof body === 'string' || body instanceof Uint8Array) || body.length < LEAST_BYTES) return reply
  if (headers['etag'] === undefined && !TEXT.test(headers['content-type'] ?? '')) return reply
  const encoding = (['br', 'gzip'] as const).find((each) => weightOf(each, accept) > 0)
  if (encoding === undefined) return reply
  const known = encodingsOf(reply)
  const made =
    known.get(encoding) ??
    ENCODERS[encoding](Buffer.from(body)).then((bytes) => withBody(reply, encoding, bytes))
  known.set(encoding, made)
  return made
}
