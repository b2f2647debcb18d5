import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the folder and the empty file where they are missing, for the eyes of this user only. SQLite
 * gives its log and its shared memory the same rights.
 */
export function createPrivately(path: string): void {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}
