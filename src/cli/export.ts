import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { itemLines } from '../accounts/index.ts'
import { fabricLines } from '../catalog/index.ts'
import { plainWords } from '../core/os-errors.ts'
import { finish, openUnfinished } from '../files/index.ts'
import { withDatabases } from './databases.ts'

const NOT_THERE = { isThere: false, isOrdinary: true, isFolder: false }

async function lookAt(file: string) {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) return NOT_THERE
  return { isThere: true, isOrdinary: found.isFile(), isFolder: found.isDirectory() }
}

/** Throws in plain words if a file must not or cannot be written. It does so before anything is read. */
async function checkTarget(file: string, mayOverwrite: boolean): Promise<{ isOrdinary: boolean }> {
  const { isThere, isOrdinary, isFolder } = await lookAt(file)
  if (isFolder) throw new Error(`${file} is a folder, not a file.`)
  if (isThere && isOrdinary && !mayOverwrite)
    throw new Error(`${file} is there already. Choose another name, or overwrite it with --force.`)
  if (!(await lookAt(dirname(file))).isFolder) throw new Error(`There is no folder ${dirname(file)}.`)
  return { isOrdinary }
}

/** Writes a file of its own and then renames it, so that an interrupted export leaves the old file. */
async function inPlaceOf(
  file: string,
  write: (output: NodeJS.WritableStream) => Promise<void>,
): Promise<void> {
  const unfinished = openUnfinished(file)
  try {
    await write(createWriteStream(unfinished, { flags: 'r+' }))
    finish(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw new Error(plainWords(error).replaceAll(unfinished, file), { cause: error })
  }
}

/** Rejects misleading file extensions. */
function formatOf(file: string): 'csv' | 'ndjson' {
  if (/\.(json|xlsx?|ods)$/i.test(file))
    throw new Error(`Fabrics are written as CSV, or as NDJSON. Name the file .csv or .ndjson, not ${file}.`)
  return /\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv'
}

/** `selvage export`: fabrics as CSV, or as NDJSON if the file name ends in `.ndjson`; items as NDJSON. */
export async function exportFile(
  what: 'fabrics' | 'items' | { readonly userId: string },
  file: string | undefined,
  { mayOverwrite }: { readonly mayOverwrite: boolean },
): Promise<void> {
  const format = what === 'fabrics' ? formatOf(file ?? '') : 'ndjson'
  const isStandardOutput = file === undefined || file === '-'
  const target = isStandardOutput ? undefined : await checkTarget(file, mayOverwrite)
  await withDatabases(async ({ accounts, catalog }) => {
    const write = (output: NodeJS.WritableStream): Promise<void> => {
      // Standard output stays open, because it is not ours to close.
      const send = (lines: AsyncIterable<string>) =>
        pipeline(Readable.from(lines), output, { end: output !== process.stdout })
      if (what === 'fabrics') return catalog.reading((fabrics) => send(fabricLines(fabrics, format)))
      const userId = what === 'items' ? undefined : what.userId
      return accounts.exporting((items) => send(itemLines(items)), userId)
    }
    if (isStandardOutput) await write(process.stdout)
    else if (target?.isOrdinary) await inPlaceOf(file, write)
    // A pipe or a device cannot be replaced by renaming another file.
    else await write(createWriteStream(file))
  })
}
