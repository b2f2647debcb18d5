import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'

const HEADER_BYTES = 100
const MAGIC = 'SQLite format 3\0'
/** Offsets of SQLite's file header (sqlite.org/fileformat.html). */
const PAGE_SIZE_AT = 16
const PAGE_COUNT_AT = 28
/** What the header says for pages of 65,536 bytes, which its field cannot hold. */
const LARGEST_PAGE = 1

const statOf = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })

/** A database file that is no longer the one that was opened. The message names no path: `/readyz` shows it. */
export class FileLost extends Error {
  override readonly name = 'FileLost'
  /** Whether another file has taken its place. */
  readonly replaced: boolean

  constructor(message: string, replaced = false) {
    super(message)
    this.replaced = replaced
  }
}

/** Tells whether an open database still is the file at its path. */
export interface FileWatch {
  /** Throws `FileLost`. Takes a few microseconds. */
  check(): void
  /** Moves the log that belongs to the lost file out of the way, so that it is not applied to the file that replaced it. */
  putLogAside(): void
  /** Call it after the database is closed, never before: closing a file drops SQLite's locks on it. */
  close(): void
}

/** @param path of a database that is open. */
export function watchFile(path: string): FileWatch {
  const file = openSync(path, 'r')
  const { dev, ino } = fstatSync(file, { bigint: true })
  const header = Buffer.alloc(HEADER_BYTES)
  let knownSize = 0n
  let log = statOf(`${path}-wal`)?.ino

  /** What the file's own first page says of its size, in bytes; `undefined` when it is no database. */
  function sizeByHeader(): bigint | undefined {
    const length = readSync(file, header, 0, HEADER_BYTES, 0)
    if (length < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC) return undefined
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
      // Another process that writes back its log grows the file after the header: only a shrunken file is short.
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
