const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many letters must be added, removed or replaced to turn one word into the other (Levenshtein). */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [above, letter] of [...from].entries()) {
    const next = [above + 1]
    for (const [index, other] of [...to].entries()) {
      const exchanged = (row[index] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(exchanged, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Sorts names by how similar their spelling is to the given one. Part of a name counts as similar. */
export function nearestFirst(given: string, names: readonly string[]): string[] {
  // Longer names cannot be similar, and callers could make the comparison expensive.
  const wanted = plain(given.slice(0, 40))
  const distance = (name: string) => {
    const candidate = plain(name)
    const isPart = wanted.length > 2 && (candidate.includes(wanted) || wanted.includes(candidate))
    return isPart ? 0.5 : editDistance(wanted, candidate)
  }
  return names
    .map((name) => ({ name, distance: distance(name) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name)
}
