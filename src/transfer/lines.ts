import type { Readable } from 'node:stream'

/**
 * Lines end at line feeds only: other characters that break lines may stand in JSON text. Throws when
 * the input is not UTF-8.
 */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let line = 1
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch (error) {
      throw new Error(`The input is not UTF-8 text, on line ${line} or after it. Save it as UTF-8.`, {
        cause: error,
      })
    }
  }
  for await (const chunk of input) {
    const lines = (rest + decode(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    line += lines.length
  }
  yield rest + decode()
}
