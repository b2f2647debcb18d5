import { accessSync, chmodSync, closeSync, constants, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The mode of files that hold accounts or secrets: only this user can read them. */
export const PRIVATE_MODE = 0o600
/** The rights of other users of this machine. */
export const FOR_OTHERS = 0o077

/** Creates a missing folder, and those above it, that only this user can enter. */
export function createFolderPrivately(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 })
}

/** Removes the rights of other users. It cannot do so for a file of another user; `selvage check` reports those. */
export function makePrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & FOR_OTHERS) === 0) return
  try {
    chmodSync(path, mode & ~FOR_OTHERS)
  } catch {
    // A file system without modes, or somebody else's file.
  }
}

/**
 * Creates a missing folder and an empty file in it that only this user can read. SQLite gives its log and its
 * shared memory the same rights. Files of earlier releases lose the rights of other users. Throws if there is a
 * folder at the path, or a file that cannot be written: SQLite would notice that only at the first write.
 */
export function createPrivately(path: string): void {
  const known = statSync(path, { throwIfNoEntry: false })
  if (known?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' })
  if (known !== undefined) {
    accessSync(path, constants.W_OK)
    for (const ending of ['', '-wal', '-shm']) makePrivate(path + ending)
    return
  }
  createFolderPrivately(dirname(path))
  closeSync(openSync(path, 'a', PRIVATE_MODE))
}
