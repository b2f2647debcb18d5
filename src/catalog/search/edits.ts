/**
 * How many edits turn one word into another, or `undefined` if it takes more than `most`. An edit adds, removes
 * or changes a letter, or swaps two neighbours.
 */
export function editDistance(from: string, to: string, most: number): number | undefined {
  if (Math.abs(from.length - to.length) > most) return undefined
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 1)
      const edits = Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, changed)
      const isSwap = column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current.push(isSwap ? Math.min(edits, (beforeLast[column - 2] ?? edits) + 1) : edits)
    }
    if (Math.min(...current) > most) return undefined
    beforeLast = last
    last = current
  }
  const edits = last[to.length] ?? 0
  return edits <= most ? edits : undefined
}

/** How many edits a misspelt word may be off (D16); none for short words and words with digits. */
export function editsAllowed(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}
