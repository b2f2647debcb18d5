import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { memoize } from '../core/memoize.ts'
import { weightOf } from './accept.ts'
import type { Reply } from './reply.ts'

/** Shorter texts gain nothing: their headers are longer. */
const LEAST_BYTES = 1_000
const TEXT = /^(?:text\/|image\/svg\+xml|application\/xml)/

function gzipped({ status, headers }: Reply, body: Reply['body']): Reply {
  const { etag, vary } = headers
  const changed = {
    'content-encoding': 'gzip',
    vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
    // A strong tag stands for other bytes.
    ...(etag === undefined ? {} : { etag: `W/${etag}` }),
  }
  return { status, headers: { ...headers, ...changed }, body }
}

/** Memoized, because a document is the same reply each time. */
const compress = memoize(async (reply: Reply): Promise<Reply> => {
  const { body } = reply
  const isLong = (typeof body === 'string' || body instanceof Uint8Array) && body.length >= LEAST_BYTES
  return isLong ? gzipped(reply, await promisify(gzip)(body)) : reply
})

/**
 * Compresses texts and everything with a tag. Answers of the API are too small to gain from it. In a stream without a
 * tag, compression would hold messages back.
 */
export function compressed(reply: Reply, accept: string | null): Promise<Reply> | Reply {
  const { headers, body } = reply
  const isTagged = headers['etag'] !== undefined
  const isStream = body instanceof ReadableStream
  const isText = !isStream && TEXT.test(headers['content-type'] ?? '')
  if ((!isTagged && !isText) || weightOf('gzip', accept) === 0) return reply
  return isStream ? gzipped(reply, body.pipeThrough(new CompressionStream('gzip'))) : compress(reply)
}
