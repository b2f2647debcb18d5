import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { memoize } from '../core/memoize.ts'
import type { Reply } from './reply.ts'

/** The weight of a value in `Accept` or `Accept-Encoding`; 0 if it is not named (RFC 9110 §12.4.2). */
function weightOf(value: string, accept: string | null) {
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim())
    if (name !== value) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
  }
  return 0
}

/** Whether the client names a type and wants it at least as much as the other one. */
export function prefers(accept: string | null, type: string, other: string): boolean {
  const weight = weightOf(type, accept)
  return weight > 0 && weight >= weightOf(other, accept)
}

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
