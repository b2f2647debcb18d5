/** Works out what follows from an object once, and keeps it as long as the object is in use. */
export function once<Key extends object, Value>(workOut: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>()
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const value = workOut(key)
    known.set(key, value)
    return value
  }
}
