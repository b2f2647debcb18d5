/** The last three rows of the table of edits: a swap looks back that far. */
let [beforeLast, last, current]: [number[], number[], number[]] = [[], [], []]

/**
 * How many edits turn one word into another, or `undefined` if it takes more than `most`. An edit adds, removes
 * or changes a letter, or swaps two neighbours.
 */
export function editDistance(from: string, to: string, most: number): number | undefined {
  if (Math.abs(from.length - to.length) > most) return undefined
  for (let column = 0; column <= to.length; column += 1) last[column] = column
  for (let row = 1; row <= from.length; row += 1) {
    // Entries farther from the diagonal need more edits than allowed.
    const first = Math.max(1, row - most)
    const end = Math.min(to.length, row + most)
    let least = row
    current[first - 1] = first === 1 ? row : most + 1
    for (let column = first; column <= end; column += 1) {
      const isSame = from.charCodeAt(row - 1) === to.charCodeAt(column - 1)
      const above = column === row + most ? most : (last[column] ?? most)
      let edits = Math.min(
        above + 1,
        (current[column - 1] ?? most) + 1,
        (last[column - 1] ?? most) + (isSame ? 0 : 1),
      )
      const isSwap =
        row > 1 &&
        column > 1 &&
        from.charCodeAt(row - 1) === to.charCodeAt(column - 2) &&
        from.charCodeAt(row - 2) === to.charCodeAt(column - 1)
      if (isSwap) edits = Math.min(edits, (beforeLast[column - 2] ?? most) + 1)
      current[column] = edits
      if (edits < least) least = edits
    }
    if (least > most) return undefined
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  const edits = last[to.length] ?? 0
  return edits <= most ? edits : undefined
}

/** How many edits a misspelt word may be off (D16); none for short words and words with digits. */
export function editsAllowed(word: string): number {
  if (!/^\p{L}+$/u.test(word) || word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}
