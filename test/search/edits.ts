const known = new Map<string, number>()

/** How many edits make one word of another: a letter more, less or changed, or two neighbours swapped. */
export function editsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3
  const key = `${one} ${other}`
  const before = known.get(key)
  if (before !== undefined) return before
  const table: number[][] = []
  const at = (i: number, j: number) => table[i]?.[j] ?? 0
  for (let i = 0; i <= one.length; i += 1) {
    const row: number[] = []
    table.push(row)
    for (let j = 0; j <= other.length; j += 1) {
      if (i === 0 || j === 0) {
        row.push(i + j)
        continue
      }
      const changed = at(i - 1, j - 1) + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(Math.min(changed, at(i - 1, j) + 1, at(i, j - 1) + 1, isSwap ? at(i - 2, j - 2) + 1 : 99))
    }
  }
  const edits = at(one.length, other.length)
  known.set(key, edits)
  return edits
}
