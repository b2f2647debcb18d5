import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** For the eyes of this user only: the mode of files that hold what people own, or secrets. */
export const PRIVATE_MODE = 0o600
/** Rights of others on this machine. */
export const FOR_OTHERS = 0o077

/** Takes away the rights of others. Files of another user keep theirs: only `selvage check` can say so. */
function makePrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & FOR_OTHERS) === 0) return
  try {
    chmodSync(path, mode & ~FOR_OTHERS)
  } catch {
    // A file system without modes, or somebody else's file.
  }
}

/**
 * Makes the folder and the empty file where they are missing, for the eyes of this user only. SQLite
 * gives its log and its shared memory the same rights; files of earlier releases lose those of others.
 * Throws when there is a folder at the path.
 */
export function createPrivately(path: string): void {
  const known = statSync(path, { throwIfNoEntry: false })
  if (known?.isDirectory()) throw new Error('it is a folder')
  if (known !== undefined) {
    for (const ending of ['', '-wal', '-shm']) makePrivate(path + ending)
    return
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  closeSync(openSync(path, 'a', PRIVATE_MODE))
}
