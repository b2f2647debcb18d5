import { existsSync, renameSync } from 'node:fs'

const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB']

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether a catalog could not be opened or read because its file is damaged or holds something else. */
export function isDamaged(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return [error, cause].some((each) => DAMAGED.some((code) => codeOf(each).startsWith(code)))
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
