import { AppError } from '../core/errors.ts'

/** Strict percent-decoding (D12). */
export function decode(text: string, part: 'path' | 'query'): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    throw new AppError('invalid_argument', `The ${part} is not valid percent-encoded UTF-8.`, {
      cause: error,
    })
  }
}

/**
 * The values of the known parameters. Unknown ones are ignored, but have to be valid as well.
 *
 * @param search with its question mark, or empty.
 */
export function parseQuery(search: string, known: ReadonlySet<string>): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const pair of search.slice(1).replaceAll('+', ' ').split('&')) {
    const end = pair.indexOf('=')
    const name = decode(end === -1 ? pair : pair.slice(0, end), 'query')
    const value = decode(end === -1 ? '' : pair.slice(end + 1), 'query')
    if (!known.has(name)) continue
    if (parameters.has(name)) throw new AppError('invalid_argument', `${name} is given more than once.`)
    parameters.set(name, value)
  }
  return parameters
}
