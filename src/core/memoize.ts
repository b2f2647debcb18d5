const encoder = new TextEncoder()

/** UTF-8 to keep. A small `Buffer` would keep 64 KB of Node's pool with it. */
export const bytesToKeep = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

export function memoize<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = compute(key)
    known.set(key, value)
    return value
  }
}
