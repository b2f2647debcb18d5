import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Reply } from './reply.ts'

/** Below this, the headers of the answer are most of it. */
const LEAST_BYTES = 1_000
/** Half the size of a page, in two milliseconds of another thread. */
const BROTLI_QUALITY = 5

/**
 * What people and crawlers read. An answer of the API is small, and a tenth of a millisecond would be lost on it; other
 * JSON has a tag, because it stays the same.
 */
const isText = ({ headers }: Reply) =>
  /^(?:text\/|image\/svg\+xml|application\/xml)/.test(headers['content-type'] ?? '') ||
  headers['etag'] !== undefined

const ENCODINGS = ['br', 'gzip'] as const
type Encoding = (typeof ENCODINGS)[number]

const encoders: Readonly<Record<Encoding, (bytes: Uint8Array) => Promise<Uint8Array>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: promisify(gzip),
}

/** The first encoding that the client takes; one with the weight 0 is refused (RFC 9110 §12.5.3). */
function encodingFor(accept: string): Encoding | undefined {
  const taken = accept
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((piece) => piece.trim()))
    .filter(([, weight = 'q=1']) => Number(weight.replace('q=', '')) > 0)
    .map(([name]) => name)
  return ENCODINGS.find((encoding) => taken.includes(encoding))
}

function withEncoding(reply: Reply, encoding: Encoding, body: Reply['body']): Reply {
  const { etag, vary } = reply.headers
  return {
    ...reply,
    body,
    headers: {
      ...reply.headers,
      'content-encoding': encoding,
      vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding`,
      // Other bytes than those that the strong tag stands for.
      ...(etag === undefined ? {} : { etag: `W/${etag}` }),
    },
  }
}

const encode = async (reply: Reply, bytes: Uint8Array, encoding: Encoding): Promise<Reply> =>
  withEncoding(reply, encoding, Uint8Array.from(await encoders[encoding](bytes)))

/** Documents are the same object each time, so each is compressed once. */
const known = new WeakMap<Reply, Partial<Record<Encoding, Promise<Reply>>>>()

/**
 * A text as small as the client can read it. Everything else stays as it is.
 *
 * @param accept the `Accept-Encoding` of the request.
 */
export async function compressed(reply: Reply, accept: string | null): Promise<Reply> {
  const { body } = reply
  const encoding = accept === null ? undefined : encodingFor(accept)
  if (encoding === undefined || !isText(reply)) return reply
  // A stream with a tag is a file. One without is a conversation, of which each part is wanted at once.
  if (body instanceof ReadableStream && reply.headers['etag'] !== undefined)
    return withEncoding(reply, 'gzip', body.pipeThrough(new CompressionStream('gzip')))
  if (!(typeof body === 'string' || body instanceof Uint8Array) || body.length < LEAST_BYTES) return reply
  const encoded = known.get(reply) ?? {}
  known.set(reply, encoded)
  encoded[encoding] ??= encode(reply, Buffer.from(body), encoding)
  return encoded[encoding]
}
