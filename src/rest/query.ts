import { AppError } from '../core/errors.ts'

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (error) {
    throw new AppError('invalid_argument', 'The query is not valid percent-encoded UTF-8.', { cause: error })
  }
}

/** Whether a parameter may be given once, or once for each value of a list. */
export type Arity = 'one' | 'many'

/**
 * Decodes the known parameters of a raw query strictly, and ignores unknown ones. A parameter that is given
 * twice is refused (D12), unless it is a list: a list is given once for each of its values.
 *
 * @param search with its question mark, or empty.
 */
export function parseQuery(
  search: string,
  known: ReadonlyMap<string, Arity>,
): Map<string, string | readonly string[]> {
  const parameters = new Map<string, string>()
  const lists = new Map<string, string[]>()
  for (const pair of search.slice(1).split('&')) {
    if (pair === '') continue
    const separator = pair.indexOf('=')
    const name = decode(separator === -1 ? pair : pair.slice(0, separator))
    const value = decode(separator === -1 ? '' : pair.slice(separator + 1))
    const arity = known.get(name)
    if (arity === undefined) continue
    if (arity === 'many') lists.set(name, [...(lists.get(name) ?? []), value])
    else if (parameters.has(name)) throw new AppError('invalid_argument', `${name} is given more than once.`)
    else parameters.set(name, value)
  }
  return new Map<string, string | readonly string[]>([...parameters, ...lists])
}

/** A path parameter, decoded once. */
export function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    throw new AppError('invalid_argument', 'The path is not valid percent-encoded UTF-8.', { cause: error })
  }
}
