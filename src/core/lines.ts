/**
 * The lines of a text that comes in pieces, without an empty last one. Only a line feed ends a line, because JSON text
 * may contain the other characters that break lines.
 *
 * @param most how many characters a line may have, or a little more.
 * @param tooLong the error that is thrown for a longer one, by its number from 1.
 */
export async function* linesOf(
  text: AsyncIterable<string>,
  most: number,
  tooLong: (line: number) => Error,
): AsyncGenerator<string> {
  let line = 1
  let rest = ''
  for await (const piece of text) {
    const [first = '', ...others] = piece.split('\n')
    rest += first
    for (const next of others) {
      yield rest
      rest = next
      line += 1
    }
    if (rest.length > most) throw tooLong(line)
  }
  if (rest !== '') yield rest
}
