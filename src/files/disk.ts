import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { plainWords } from './os-errors.ts'

/** The files may hold accounts or secrets. */
const PRIVATE_MODE = 0o600
const FOR_OTHERS = 0o077
/** A file is written in a folder called by its path, this, and six random characters. */
const UNFINISHED = '.unfinished-'
/** What has not changed for this long was left by a job that was killed. */
const LEFT_AFTER_MS = 24 * 60 * 60 * 1000

/** SQLite's log beside a database, and the index of the log. */
const COMPANIONS = ['-wal', '-shm']

/** Beside a file, and not taken. */
export const datedName = (path: string, word: string): string =>
  `${path}.${word}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`

export function moveLog(path: string, to: string): void {
  for (const ending of COMPANIONS) {
    if (fs.existsSync(path + ending)) fs.renameSync(path + ending, to + ending)
  }
}

const statOf = (path: string) => fs.statSync(path, { throwIfNoEntry: false })

const createFolderOf = (path: string) => fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 })

function makePrivate(path: string) {
  const mode = statOf(path)?.mode ?? 0
  if ((mode & FOR_OTHERS) === 0) return
  try {
    fs.chmodSync(path, mode & ~FOR_OTHERS)
  } catch {
    // A file system without modes, or somebody else's file.
  }
}

/** SQLite gives its log the same rights. Throws if the file cannot be written: SQLite notices that only at a write. */
export function createPrivately(path: string): void {
  const known = statOf(path)
  if (known?.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' })
  if (known !== undefined) {
    fs.accessSync(path, fs.constants.W_OK)
    for (const ending of ['', ...COMPANIONS]) makePrivate(path + ending)
    return
  }
  createFolderOf(path)
  fs.closeSync(fs.openSync(path, 'a', PRIVATE_MODE))
}

function sync(path: string, flags: 'r' | 'r+') {
  const handle = fs.openSync(path, flags)
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

function syncFolder(path: string) {
  try {
    sync(path, 'r')
  } catch {
    // Windows opens no folders, and some file systems flush none.
  }
}

function removeLeftovers(path: string) {
  for (const name of fs.readdirSync(dirname(path))) {
    if (!name.startsWith(basename(path) + UNFINISHED)) continue
    const folder = join(dirname(path), name)
    // A job that was killed at once has left the folder alone.
    const left = statOf(join(folder, basename(path))) ?? statOf(folder)
    if (left !== undefined && Date.now() - left.mtimeMs > LEFT_AFTER_MS)
      fs.rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * `write` fills an empty private file, which then gets the name `path`. When this resolves, the file survives a crash of
 * the machine. Otherwise nothing is changed or left behind, and the error is in plain words.
 */
export async function replaceFile<Result>(
  path: string,
  write: (unfinished: string) => Promise<Result>,
): Promise<Result> {
  let folder: string | undefined
  let unfinished = path
  try {
    createFolderOf(path)
    removeLeftovers(path)
    folder = fs.mkdtempSync(path + UNFINISHED)
    unfinished = join(folder, basename(path))
    fs.closeSync(fs.openSync(unfinished, 'wx', PRIVATE_MODE))
    const result = await write(unfinished)
    sync(unfinished, 'r+')
    fs.renameSync(unfinished, path)
    syncFolder(dirname(path))
    return result
  } catch (error) {
    throw new Error(plainWords(error).replaceAll(unfinished, path), { cause: error })
  } finally {
    if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true })
  }
}
