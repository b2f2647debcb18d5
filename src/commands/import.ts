import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { type ImportResult, importFabrics, importItems } from '../transfer/import.ts'
import { withDatabases } from './databases.ts'
import { createProgress } from './progress.ts'

async function openInput(file: string): Promise<{ input: Readable; size?: number; bytesRead: () => number }> {
  if (file === '-') return { input: process.stdin, bytesRead: () => 0 }
  const { size } = await stat(file).catch(() => {
    throw new Error(`There is no file ${file}.`)
  })
  const input = createReadStream(file)
  return { input, size, bytesRead: () => input.bytesRead }
}

function summary({ read, bad, done, added, updated }: ImportResult): string {
  const number = (value: number) => value.toLocaleString('en')
  if (!done) {
    return `Nothing was imported: ${number(bad)} of ${number(read)} records are bad. Correct them, or leave them out with --skip-bad.`
  }
  const left = bad > 0 ? `, ${number(bad)} bad ones left out` : ''
  return `${number(read)} records read: ${number(added)} added, ${number(updated)} updated${left}.`
}

/** `selvage import`: every bad record is named with its line on standard error. */
export async function importFile(what: 'fabrics' | 'items', file: string, skipBad: boolean): Promise<void> {
  const { input, size, bytesRead } = await openInput(file)
  const progress = createProgress(size, bytesRead)
  const options = {
    skipBad,
    onProgress: progress.show,
    onUnknownField: (field: string) => {
      progress.clear()
      process.stderr.write(`${JSON.stringify(field)} is no field of a fabric, and is left out.\n`)
    },
    onWait: () => {
      progress.clear()
      process.stderr.write('Waiting for another process that is changing the database…\n')
    },
    onProblem: (line: number, problem: string) => {
      progress.clear()
      process.stderr.write(`line ${line}: ${problem}\n`)
    },
  }
  await withDatabases(async ({ accounts, catalog }) => {
    const result =
      what === 'fabrics'
        ? await importFabrics(catalog, input, options)
        : await importItems(accounts, input, options)
    progress.clear()
    if (!result.done) throw new Error(summary(result))
    process.stdout.write(`${summary(result)}\n`)
  })
}
