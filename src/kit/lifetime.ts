const kept: object[] = []

/**
 * Keeps an object until the process ends. Native objects of better-sqlite3 need it: on recent Node 24
 * the destructor of one that is garbage-collected can abort the process, because a collection may run
 * where that destructor finds no environment. Use it for what there is a bounded number of.
 */
export function keepAlive<Value extends object>(value: Value): Value {
  kept.push(value)
  return value
}
