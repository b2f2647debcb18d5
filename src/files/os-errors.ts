/** By codes of Node and SQLite. The first match counts. */
const MEANINGS: readonly (readonly [code: RegExp, meaning: string])[] = [
  [/^EISDIR/, 'it is a folder, not a file'],
  // EEXIST comes from making a folder.
  [/^(?:ENOTDIR|EEXIST)/, 'a part of the path is a file, not a folder'],
  [/^ENOENT/, 'there is no such file or folder'],
  [/^EACCES/, 'this user has no right to it or its folder'],
  [/^EPERM/, 'this user may not change it'],
  [/^EROFS/, 'it is on a read-only file system'],
  [/^(?:ENOSPC|SQLITE_FULL)/, 'the disk is full'],
  [/^EMFILE/, 'too many files are open'],
  [
    /^SQLITE_READONLY/,
    'the database (DATABASE_URL) cannot be written: a right is missing, or the file system is read-only',
  ],
  [
    /^SQLITE_IOERR_GETTEMPPATH/,
    'there is no folder for temporary files that may be written; set SQLITE_TMPDIR',
  ],
  [/^SQLITE_IOERR/, 'the disk reports an error, or is full'],
  [/^SQLITE_CANTOPEN/, 'this user may not use the database file, its folder, or the one for temporary files'],
]

const detailsOf = (error: unknown): Partial<NodeJS.ErrnoException> & { readonly dest?: string } =>
  error instanceof Error ? error : {}

/** As with `| head`. It is no failure. */
export const isReaderGone = (error: unknown): boolean => detailsOf(error).code === 'EPIPE'

/** The end of a sentence; `undefined` for an unknown code. */
export function meaningOf(error: unknown): string | undefined {
  const { code } = detailsOf(error)
  return MEANINGS.find(([pattern]) => pattern.test(String(code)))?.[1]
}

/** The same, or else the message. */
export const reasonOf = (error: unknown): string =>
  meaningOf(error) ?? (error instanceof Error ? error.message : String(error))

/** A sentence that says what to do, or else the message. */
export function plainWords(error: unknown): string {
  const meaning = meaningOf(error)
  if (meaning === undefined) return reasonOf(error)
  const { path, dest = path } = detailsOf(error)
  return dest === undefined
    ? `It failed: ${meaning}.`
    : `${dest} cannot be used: ${meaning}. Change that, or name another.`
}
