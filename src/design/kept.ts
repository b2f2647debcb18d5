/** Values by key, the most recently used one last; the others go when all are together larger than `most`. */
export function createKept<Value>(most: number, sizeOf: (value: Value) => number) {
  const kept = new Map<string, Value>()
  let size = 0
  return {
    get(key: string): Value | undefined {
      const known = kept.get(key)
      if (known === undefined) return undefined
      kept.delete(key)
      kept.set(key, known)
      return known
    },
    put(key: string, value: Value): void {
      if (kept.has(key)) return
      kept.set(key, value)
      size += sizeOf(value)
      for (const [oldest, each] of kept) {
        if (size <= most) break
        kept.delete(oldest)
        size -= sizeOf(each)
      }
    },
  }
}
