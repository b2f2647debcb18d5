const kept: object[] = []

/**
 * Keeps an object until the process ends. Native objects of better-sqlite3 need it: on recent Node 24
 * garbage-collecting one can abort the process. Use it only for a bounded number of objects.
 */
export function keepAlive<Value extends object>(value: Value): Value {
  kept.push(value)
  return value
}
