/** How long one request to the identity provider may take. */
const TIMEOUT_MS = 5_000
/** Far more than any answer of a provider needs. */
const MAX_BYTES = 262_144
/** The URL is the provider's text: a log line repeats so much of it. */
const MAX_URL = 300

/** What the libraries ask for. A `body` may be there without a value. */
type ProviderRequest = Omit<RequestInit, 'body'> & { readonly body?: RequestInit['body'] | undefined }

/**
 * Asks the identity provider, for every library that does so. Rejects after five seconds, for a redirect and
 * for an answer of over 256 KB, with an error that names the URL.
 */
export type ProviderFetch = (url: string | URL, init?: ProviderRequest) => Promise<Response>

/** The body, counted after it is decompressed, so that a small one cannot grow without bound. */
async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream and closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw new Error('the answer of the identity provider is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

export const fetchFromProvider: ProviderFetch = async (url, { body = null, ...init } = {}) => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { ...init, body, redirect: 'error', signal })
    const { status, headers } = response
    return new Response(await readBounded(response), { status, headers })
  } catch (error) {
    throw new Error(`${String(url).slice(0, MAX_URL)} cannot be used`, { cause: error })
  }
}
