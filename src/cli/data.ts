import { createWriteStream, statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ItemImportOptions, importItemFile, itemLines } from '../accounts/index.ts'
import { type FabricImportOptions, fabricLines, importFabricFile } from '../catalog/index.ts'
import { counted, visibleText } from '../core/text.ts'
import { savedDesignSchema } from '../design/index.ts'
import { type Counts, Report, readInput, replaceFile } from '../files/index.ts'
import { LONG_WAIT, withDatabases } from './command.ts'

/** Lets the server go first. On an idle processor the job still runs at full speed. */
function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A sandbox may forbid it.
  }
}

/** Counts that are named even if zero. */
const ALWAYS = ['added', 'updated', 'unchanged']

function summary({ read, bad }: Report, counts: Counts | undefined): string {
  const number = (value: number) => value.toLocaleString('en')
  if (counts === undefined)
    return `Nothing was imported: ${number(bad)} of ${counted(read, 'record')} ${bad === 1 ? 'is' : 'are'} bad. Correct them, or leave them out with --skip-bad.`
  const { added, updated, removed, unchanged, duplicate } = counts
  const parts = Object.entries({ added, updated, removed, unchanged, duplicate, bad }).flatMap(
    ([kind, count]) => (count || (count === 0 && ALWAYS.includes(kind)) ? `${number(count)} ${kind}` : []),
  )
  return `${counted(read, 'record')} read: ${parts.join(', ')}.`
}

type Asked<Options> = Omit<Options, 'report' | 'outline' | 'lockWait'>

/** `selvage import`. Findings go to standard error, with line and value. */
export async function importFile(
  what: 'fabrics' | 'items',
  file: string,
  asked: Asked<FabricImportOptions> & Asked<ItemImportOptions>,
): Promise<void> {
  const input = await readInput(file)
  const report = new Report()
  const options = { ...asked, outline: savedDesignSchema, report, lockWait: LONG_WAIT }
  giveWay()
  await withDatabases(async ({ accounts, catalog }) => {
    const importing =
      what === 'fabrics'
        ? importFabricFile(catalog, input, options)
        : importItemFile(accounts, input, options)
    const counts = await importing.finally(() => {
      for (const line of report.lines()) process.stderr.write(`${line}\n`)
    })
    if (counts === undefined) throw new Error(summary(report, counts))
    const ending = asked.isDryRun ? ' This was a dry run: nothing was changed.' : ''
    process.stdout.write(`${summary(report, counts)}${ending}\n`)
  })
}

type Write = (lines: AsyncIterable<string>) => Promise<void>

/** For a file, or `-`: standard output. */
function writerOf(file: string, mayOverwrite: boolean): Write {
  // Standard output is not ours to close.
  if (file === '-') return (lines) => pipeline(Readable.from(lines), process.stdout, { end: false })
  const found = statSync(file, { throwIfNoEntry: false })
  // A pipe or a device cannot be replaced by renaming another file.
  if (found !== undefined && !(found.isFile() && mayOverwrite))
    throw new Error(`${file} is there already. Choose another name, or overwrite a file with --force.`)
  return (lines) =>
    replaceFile(file, (unfinished) =>
      pipeline(Readable.from(lines), createWriteStream(unfinished, { flags: 'r+' })),
    )
}

/** Rejects misleading file extensions. */
function formatOf(file: string): 'csv' | 'ndjson' {
  if (/\.(json|xlsx?|ods)$/i.test(file))
    throw new Error(`Fabrics are written as CSV, or as NDJSON. Name the file .csv or .ndjson, not ${file}.`)
  return /\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv'
}

/**
 * `selvage export`: fabrics as CSV, or as NDJSON if the file is named so; items as NDJSON. With `since`, only what agents
 * have created since, and the time for the next export.
 */
export async function exportFile(
  what: 'fabrics' | 'items' | { readonly userId: string },
  file = '-',
  { mayOverwrite, since }: { readonly mayOverwrite: boolean; readonly since?: number | undefined },
): Promise<void> {
  const format = what === 'fabrics' ? formatOf(file) : 'ndjson'
  const write = writerOf(file, mayOverwrite)
  await withDatabases(async ({ accounts, catalog }) => {
    if (what === 'fabrics') return write(fabricLines(catalog.all(), format))
    const userId = what === 'items' ? undefined : what.userId
    const next = await accounts.exporting(
      async (items, nextSince) => {
        await write(itemLines(items))
        return new Date(Math.max(nextSince, since ?? 0)).toISOString()
      },
      { userId, since },
    )
    if (since === undefined) return
    if (file === '-') process.stderr.write(`Next time: --since ${next}\n`)
    else process.stdout.write(`${next}\n`)
  })
}

/** `selvage catalog stats` */
export async function catalogStats(): Promise<void> {
  await withDatabases(async ({ catalog }) => {
    const all = [...catalog.all()]
    const collections = Map.groupBy(
      all,
      ({ manufacturer, collection }) => `${visibleText(manufacturer)}\t${visibleText(collection)}`,
    )
    const lines = [...collections, ['All\t', all] as const].map(([name, fabrics]) => {
      const withSku = fabrics.filter(({ sku }) => sku !== undefined)
      const withColor = fabrics.filter(({ colorHex }) => colorHex !== undefined)
      return `${name}\t${fabrics.length}\t${withSku.length}\t${withColor.length}\n`
    })
    process.stdout.write(`Manufacturer\tCollection\tFabrics\twith SKU\twith colour\n${lines.join('')}`)
  })
}
