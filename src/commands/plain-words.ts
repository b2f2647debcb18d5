/** The meaning of codes of Node and SQLite for the person who called a command. The first match counts. */
const MEANINGS: readonly (readonly [code: string, meaning: string])[] = [
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of the path is no folder'],
  ['ENOENT', 'there is no such file or folder'],
  ['EACCES', 'it may not be read or written by this user'],
  ['EPERM', 'it may not be changed by this user'],
  ['EROFS', 'it is on a read-only file system'],
  ['ENOSPC', 'the disk is full'],
  ['EMFILE', 'too many files are open'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_READONLY', 'the database may not be written'],
  [
    'SQLITE_IOERR_GETTEMPPATH',
    'there is no folder for temporary files that may be written; set SQLITE_TMPDIR',
  ],
  ['SQLITE_CANTOPEN', 'a database file, or a temporary one, cannot be opened'],
]

const memberOf = (error: Error, name: 'code' | 'path'): string | undefined => {
  const found = Object.entries(Object.getOwnPropertyDescriptors(error)).find(([key]) => key === name)?.[1]
  return typeof found?.value === 'string' ? found.value : undefined
}

/** Whether the reader of our output has gone, as with `| head`. That is no failure. */
export function isReaderGone(error: unknown): boolean {
  return error instanceof Error && memberOf(error, 'code') === 'EPIPE'
}

/** A failure in words that say what to do, or its own message if that is plain already. */
export function plainWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = memberOf(error, 'code')
  const meaning = MEANINGS.find(([prefix]) => code?.startsWith(prefix))?.[1]
  if (meaning === undefined) return error.message
  const path = memberOf(error, 'path')
  return path === undefined ? `It failed: ${meaning}.` : `${path} cannot be used: ${meaning}.`
}
