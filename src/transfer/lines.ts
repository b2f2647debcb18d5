import type { Readable } from 'node:stream'

/** Lines end at line feeds only: other characters that break lines may stand in JSON text. */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of input) {
    const lines = (
      rest + decoder.decode(typeof chunk === 'string' ? Buffer.from(chunk) : chunk, { stream: true })
    ).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest + decoder.decode()
}
