/** By codes of Node and SQLite. The first match counts. */
const MEANINGS: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^EISDIR/, 'it is a folder, not a file'],
  // EEXIST comes from making a folder.
  [/^(?:ENOTDIR|EEXIST)/, 'a part of the path is a file, not a folder'],
  [/^ENOENT/, 'there is no such file or folder'],
  [/^(?:EACCES|EPERM|SQLITE_PERM)/, 'this user has no right to it or its folder'],
  [/^(?:EROFS|SQLITE_READONLY)/, 'this user may not write it, or the file system is read-only'],
  [/^(?:ENOSPC|SQLITE_FULL)/, 'the disk is full'],
  [/^SQLITE_(?:CORRUPT|NOTADB)/, 'it is damaged, or not a database'],
  [
    /^SQLITE_IOERR_GETTEMPPATH/,
    'there is no folder for temporary files that may be written; set SQLITE_TMPDIR',
  ],
  [/^SQLITE_IOERR/, 'the disk reports an error, or is full'],
  [/^SQLITE_CANTOPEN/, 'this user may not use the database file, its folder, or the one for temporary files'],
  [/^SQLITE_(?:BUSY|LOCKED)/, 'another process keeps it locked'],
]

/** The code that Node, SQLite or PostgreSQL gave, or an empty text. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** The end of a sentence; `undefined` for an unknown code. */
export const meaningOf = (error: unknown): string | undefined =>
  MEANINGS.find(([pattern]) => pattern.test(codeOf(error)))?.[1]

/** The same, or else the message. */
export const reasonOf = (error: unknown): string =>
  meaningOf(error) ?? (error instanceof Error ? error.message : String(error))

/** A sentence that says what to do, or else the message. */
export function plainWords(error: unknown): string {
  const meaning = meaningOf(error)
  if (meaning === undefined) return reasonOf(error)
  const { path, dest = path }: { path?: string; dest?: string } = Object(error)
  return dest === undefined
    ? `It failed: ${meaning}.`
    : `${dest} cannot be used: ${meaning}. Change that, or name another.`
}
