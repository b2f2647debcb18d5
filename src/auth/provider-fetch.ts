import { AppError } from '../core/errors.ts'
import { withTimeout } from '../core/timeout.ts'
import { TokenRejected } from './token-memory.ts'

const TIMEOUT_MS = 5_000
/** What arrives later serves the next caller. */
const CALLER_WAITS_MS = 1_800
const RETRY_AFTER_SECONDS = 5
/** Far more than an answer needs. */
const MOST_BYTES = 262_144
/** Characters of a URL in the log. The provider may have written it. */
const MOST_URL_CHARACTERS = 300

/** Counts decompressed bytes, so that a small body cannot grow without bound. */
async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream and closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MOST_BYTES) throw new Error('the answer of the identity provider is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** For all requests to the identity provider. Refuses redirects. An error names the URL. */
export function createProviderFetch(stopping: AbortSignal) {
  // Libraries may pass an undefined `body`.
  return async (
    url: string | URL,
    { body, ...init }: Omit<RequestInit, 'body'> & { body?: RequestInit['body'] | undefined } = {},
  ): Promise<Response> => {
    try {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)])
      const response = await fetch(url, { ...init, body: body ?? null, redirect: 'error', signal })
      const { status, headers } = response
      return new Response(await readBounded(response), { status, headers })
    } catch (error) {
      throw new Error(`${String(url).slice(0, MOST_URL_CHARACTERS)} cannot be used`, { cause: error })
    }
  }
}

/** Throws `auth_unavailable` when the provider fails or a caller has waited long enough (D29). */
export async function fromProvider<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await withTimeout(CALLER_WAITS_MS, answer)
  } catch (cause) {
    if (cause instanceof TokenRejected || cause instanceof AppError) throw cause
    throw new AppError('auth_unavailable', 'The identity provider cannot be reached at the moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
      hint: 'Try again in a few seconds. Signing in again does not help.',
      cause,
    })
  }
}
