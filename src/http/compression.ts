import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoize } from '../core/memoize.ts'
import { weightOf } from './accept.ts'
import type { Reply } from './reply.ts'

/** Below this, the headers of the answer are most of it. */
const LEAST_BYTES = 1_000
/** Half the size of a page, in two milliseconds of another thread. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const ENCODERS = {
  br: (bytes: Uint8Array) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: promisify(gzip),
} as const
type Encoding = keyof typeof ENCODERS

/**
 * What people and crawlers read. An answer of the API is small, and a tenth of a millisecond would be lost on it; other
 * JSON has a tag, because it stays the same. A stream with a tag is a file; one without is a conversation, of which
 * each part is wanted at once.
 */
function isWorthIt({ headers, body }: Reply): boolean {
  if (body instanceof ReadableStream) return headers['etag'] !== undefined
  if (!(typeof body === 'string' || body instanceof Uint8Array) || body.length < LEAST_BYTES) return false
  const isText = /^(?:text\/|image\/svg\+xml|application\/xml)/.test(headers['content-type'] ?? '')
  return isText || headers['etag'] !== undefined
}

/** How to compress an answer for the `Accept-Encoding` of its request, if at all. */
export function encodingFor(reply: Reply, accept: string | null): Encoding | undefined {
  if (accept === null || !isWorthIt(reply)) return undefined
  const known = reply.body instanceof ReadableStream ? (['gzip'] as const) : (['br', 'gzip'] as const)
  return known.find((encoding) => weightOf(encoding, accept) > 0)
}

async function encodedBody(body: Reply['body'], encoding: Encoding): Promise<Reply['body']> {
  if (body instanceof ReadableStream) return body.pipeThrough(new CompressionStream('gzip'))
  if (!(typeof body === 'string' || body instanceof Uint8Array)) return body
  return Uint8Array.from(await ENCODERS[encoding](Buffer.from(body)))
}

async function encode(reply: Reply, encoding: Encoding): Promise<Reply> {
  const { etag, vary } = reply.headers
  return {
    ...reply,
    body: await encodedBody(reply.body, encoding),
    headers: {
      ...reply.headers,
      'content-encoding': encoding,
      vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
      // Other bytes than those that the strong tag stands for.
      ...(etag === undefined ? {} : { etag: `W/${etag}` }),
    },
  }
}

/** Documents are the same object each time, so each is compressed once. */
const encodedOf = memoize((_: Reply) => new Map<Encoding, Promise<Reply>>())

/** The answer, compressed. */
export function compressed(reply: Reply, encoding: Encoding): Promise<Reply> {
  const known = encodedOf(reply)
  const encoded = known.get(encoding) ?? encode(reply, encoding)
  known.set(encoding, encoded)
  return encoded
}
