import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
/** Offsets in the header of an SQLite file (sqlite.org/fileformat.html). */
const PAGE_SIZE_AT = 16
const PAGE_COUNT_AT = 28
/** The header's value for pages of 65,536 bytes, a number that its field cannot hold. */
const LARGEST_PAGE = 1

/** Whether a file that begins so is a database. */
const isDatabase = (begin: Buffer): boolean => begin.toString('latin1', 0, MAGIC.length) === MAGIC

const statOf = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })

/**
 * The database file is no longer the one that was opened. The message names no path, because `/readyz` shows
 * it.
 */
export class FileLost extends Error {
  override readonly name = 'FileLost'
  /** Whether another file is at its path now. */
  readonly replaced: boolean

  constructor(message: string, replaced = false) {
    super(message)
    this.replaced = replaced
  }
}

/** Tells whether an open database is still the file at its path. */
export interface FileWatch {
  /** Throws `FileLost`. It takes a few microseconds. */
  check(): void
  /**
   * Moves the log of the lost file out of the way, so that it is not applied to the file that replaced it.
   */
  putLogAside(): void
  /**
   * Call it after the database is closed, never before: closing any descriptor of a file drops SQLite's locks
   * on it.
   */
  close(): void
}

/** Throws `FileLost` if what is at a path now is no database. */
export function checkIsDatabase(path: string): void {
  const begin = Buffer.alloc(MAGIC.length)
  const file = openSync(path, 'r')
  try {
    if (fstatSync(file).isFile()) readSync(file, begin, 0, begin.length, 0)
  } finally {
    closeSync(file)
  }
  if (!isDatabase(begin)) {
    throw new FileLost('What was put in the place of the accounts file is no database. Put the file back.')
  }
}

/** @param path the path of an open database. */
export function watchFile(path: string): FileWatch {
  const file = openSync(path, 'r')
  const { dev, ino } = fstatSync(file, { bigint: true })
  const header = Buffer.alloc(HEADER_BYTES)
  let knownSize = 0n
  let log = statOf(`${path}-wal`)?.ino

  /** The size of the file according to its own first page, in bytes; `undefined` if it is not a database. */
  function sizeByHeader(): bigint | undefined {
    const length = readSync(file, header, 0, HEADER_BYTES, 0)
    if (length < HEADER_BYTES || !isDatabase(header)) return undefined
    const pageSize = header.readUInt16BE(PAGE_SIZE_AT)
    return BigInt(pageSize === LARGEST_PAGE ? 65_536 : pageSize) * BigInt(header.readUInt32BE(PAGE_COUNT_AT))
  }

  return {
    check() {
      const found = statOf(path)
      if (found === undefined) throw new FileLost('The accounts file is gone. Put it back.')
      if (found.ino !== ino || found.dev !== dev) {
        throw new FileLost('The accounts file was replaced by another file.', true)
      }
      const stated = sizeByHeader()
      // Another process that writes its log back makes the file larger before it updates the header. So only
      // a file that is too small is wrong.
      if (stated === undefined || (found.size < knownSize && found.size < stated)) {
        throw new FileLost('The accounts file was cut short or overwritten. Restore a backup.')
      }
      knownSize = found.size
      log = statOf(`${path}-wal`)?.ino
    },
    putLogAside() {
      if (log === undefined || statOf(`${path}-wal`)?.ino !== log) return
      for (const ending of ['-wal', '-shm']) {
        if (statOf(path + ending) !== undefined) renameSync(path + ending, `${path}${ending}.${ino}.lost`)
      }
    },
    close: () => closeSync(file),
  }
}
