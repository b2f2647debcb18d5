import { closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes the folder and the empty file where they are missing, for the eyes of this user only. SQLite
 * gives its log and its shared memory the same rights. Throws when there is a folder at the path.
 */
export function createPrivately(path: string): void {
  const known = statSync(path, { throwIfNoEntry: false })
  if (known?.isDirectory()) throw new Error('it is a folder')
  if (known !== undefined) return
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', 0o600))
}
