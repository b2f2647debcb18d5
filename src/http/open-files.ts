import { readFileSync } from 'node:fs'

/** Databases, logs, and connections to other servers. */
const OTHER_FILES = 200

/** How many files this process may have open; `undefined` where the system does not say. */
function openFileLimit(): number | undefined {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return limit === undefined ? undefined : Number(limit)
  } catch {
    // Only Linux has this file.
    return undefined
  }
}

/**
 * How many connections this process can have, at most `wanted`. When a process has no file left, the system
 * closes connections without a word, and databases fail.
 */
export function connectionsWithin(wanted: number, limit = openFileLimit()): number {
  return limit === undefined ? wanted : Math.min(wanted, Math.max(1, limit - OTHER_FILES))
}
