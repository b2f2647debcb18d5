/** Far more than any document of a provider needs. */
const MAX_BYTES = 262_144

/**
 * The text of a provider's answer. It is counted after it is decompressed, so that a small body cannot grow
 * without bound. Throws over 256 KB.
 */
export async function boundedText(response: Response): Promise<string> {
  const tooLarge = () => new Error('the answer of the identity provider is too large')
  if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) {
    await response.body?.cancel()
    throw tooLarge()
  }
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop cancels the stream and closes the connection.
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    if (length > MAX_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
