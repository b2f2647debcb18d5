import { existsSync, renameSync } from 'node:fs'

const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB']

/** Whether opening a catalog failed because its file holds something else. */
export function isDamaged(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return DAMAGED.some((each) => code.startsWith(each))
}

/**
 * Moves a catalog's file and its log out of the way, so that a new one can be made.
 *
 * @returns the new path of the file.
 */
export function putAside(path: string, now = new Date()): string {
  const aside = `${path}.damaged-${now.toISOString().replaceAll(/[:.]/g, '-')}`
  for (const ending of ['', '-wal', '-shm']) {
    if (existsSync(path + ending)) renameSync(path + ending, aside + ending)
  }
  return aside
}
