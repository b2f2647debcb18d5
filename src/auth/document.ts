import { boundedText } from './bounded-body.ts'

const TIMEOUT_MS = 5_000
/** The URL is the provider's text: a log line repeats so much of it. */
const MAX_URL = 300

/**
 * The text of a document of the identity provider. Throws an error that names the URL.
 *
 * @param look is shown the headers of the answer.
 */
export async function fetchDocument(url: string | URL, look: (answer: Headers) => void): Promise<string> {
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    look(response.headers)
    if (response.status === 200) return await boundedText(response)
    await response.body?.cancel()
    throw new Error(`its status is ${response.status}`)
  } catch (error) {
    throw new Error(`${String(url).slice(0, MAX_URL)} cannot be used`, { cause: error })
  }
}
