/**
 * How many edits (a letter more, less, changed, or two neighbours swapped) make one word of another,
 * or `undefined` when it takes more than `most`.
 */
export function editDistance(from: string, to: string, most: number): number | undefined {
  if (Math.abs(from.length - to.length) > most) return undefined
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1]
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && swapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      current.push(edits)
    }
    if (Math.min(...current) > most) return undefined
    beforeLast = last
    last = current
  }
  const distance = last[to.length] ?? 0
  return distance <= most ? distance : undefined
}

/** How many edits a word of this length may be off (D16); none for short words and words with digits. */
export function editsAllowed(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}
