import { AppError } from '../kit/errors.ts'

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    throw new AppError('invalid_argument', 'The query is not valid percent-encoded UTF-8.', { cause: error })
  }
}

/**
 * The known parameters of a raw query, decoded strictly; unknown ones are ignored, a known one given
 * twice is refused (D12).
 *
 * @param search with its question mark, or empty.
 */
export function parseQuery(search: string, known: ReadonlySet<string>): Map<string, string> {
  const parameters = new Map<string, string>()
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue
    const separator = pair.indexOf('=')
    const name = decode(separator === -1 ? pair : pair.slice(0, separator))
    const value = decode(separator === -1 ? '' : pair.slice(separator + 1))
    if (!known.has(name)) continue
    if (parameters.has(name)) throw new AppError('invalid_argument', `${name} is given more than once.`)
    parameters.set(name, value)
  }
  return parameters
}

/** A path parameter, decoded once. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    throw new AppError('invalid_argument', 'The path is not valid percent-encoded UTF-8.', { cause: error })
  }
}
