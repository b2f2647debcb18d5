import { closeSync, openSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { devNull } from 'node:os'
import type { Logger } from '../core/log.ts'

/** Databases, logs, and connections to other servers. */
const OTHER_FILES = 200
/** How often to look whether one more file can be opened, in milliseconds. */
const LOOK_MS = 1_000

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

function openOne(): void {
  closeSync(openSync(devNull, 'r'))
}

/**
 * Says once when no more files can be opened, and once when they can again. Nothing else would tell: the event
 * loop itself closes new connections then. Stops by itself when the server has closed.
 *
 * @param open opens a file and closes it.
 */
export function watchOpenFiles(server: Server, log: Logger, open = openOne): void {
  let isOut = false
  const look = setInterval(() => {
    try {
      open()
      if (isOut) log.warn({}, 'files can be opened again')
      isOut = false
    } catch (error) {
      if (!isOut) log.error({ err: error, limit: openFileLimit() }, 'no more files can be opened')
      isOut = true
    }
  }, LOOK_MS).unref()
  server.once('close', () => clearInterval(look))
}
