import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ItemImportOptions, importItemFile, itemLines } from '../accounts/index.ts'
import { type FabricImportOptions, fabricLines, importFabricFile } from '../catalog/index.ts'
import { visibleText } from '../core/text.ts'
import type { Databases } from '../databases.ts'
import { savedDesignSchema } from '../design/index.ts'
import { type FileImport, Report, readInput, replaceFile } from '../files/index.ts'
import { WAITING, withDatabases } from './command.ts'

const MOST_VALUE_CHARACTERS = 60
const MOST_KIND_CHARACTERS = 300
/** The rest of a text is not looked at: a file may have a value of hundreds of megabytes. */
const MOST_READ_CHARACTERS = 1_000

/** The beginning of a text, without characters that could change the terminal. */
function cut(text: string, most: number): string {
  const characters = [...visibleText(text.slice(0, MOST_READ_CHARACTERS))]
  const isWhole = characters.length <= most && text.length <= MOST_READ_CHARACTERS
  return isWhole ? characters.join('') : `${characters.slice(0, most).join('')}…`
}

/** A value as one short line. */
const shown = (value: string): string => JSON.stringify(cut(value, MOST_VALUE_CHARACTERS))

/** What is wrong. It may name a field of the file. */
const told = (kind: string): string => cut(kind, MOST_KIND_CHARACTERS)

/** What there is to say about a file: what keeps records out comes first, then what costs them a value. */
function* linesOf({ refused, dropped, renamed, unknown, warnings }: Report, of: string): Generator<string> {
  for (const { first, others } of [refused, dropped]) {
    for (const { line, kind, value } of first)
      yield `line ${line}: ${told(kind)}${value === undefined ? '' : `: ${shown(value)}`}`
    for (const [kind, count] of [...others].sort(([, one], [, other]) => other - one))
      yield `and ${count.toLocaleString('en')} more: ${told(kind)}`
  }
  for (const [name, field] of unknown)
    yield field === undefined
      ? `${shown(name)} is not a field of ${of}, and is left out.`
      : `${shown(name)} is left out: another column is the ${field}.`
  for (const warning of warnings) yield visibleText(warning)
  // So that a wrong guess is seen.
  if (renamed.size > 0)
    yield `Read ${[...renamed].map(([name, field]) => `${shown(name)} as ${field}`).join(', ')}.`
}

/** Lets the server and everything else on the machine go first. On an idle processor it still runs at full speed. */
function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A sandbox may forbid it.
  }
}

/** What happened to every record that was read. The numbers add up. */
function summary({ read, bad, isDone, ...counts }: FileImport, isDryRun: boolean): string {
  const number = (value: number) => value.toLocaleString('en')
  const records = (value: number) => `${number(value)} ${value === 1 ? 'record' : 'records'}`
  if (!isDone) {
    const are = bad === 1 ? 'is' : 'are'
    return `Nothing was imported: ${number(bad)} of ${records(read)} ${are} bad. Correct them, or leave them out with --skip-bad.`
  }
  const { added, updated, removed = 0, unchanged, duplicate } = counts
  const parts = [
    `${number(added)} added`,
    `${number(updated)} updated`,
    ...(removed > 0 ? [`${number(removed)} removed`] : []),
    ...(unchanged === undefined ? [] : [`${number(unchanged)} unchanged`]),
    ...(duplicate > 0 ? [`${number(duplicate)} duplicate`] : []),
    ...(bad > 0 ? [`${number(bad)} bad`] : []),
  ]
  return `${records(read)} read: ${parts.join(', ')}.${isDryRun ? ' This was a dry run: nothing was changed.' : ''}`
}

/** What somebody asks of an import; the rest is how it reports. */
type Asked<Options> = Omit<Options, 'report' | 'outline' | 'onWait'>

/** `selvage import`: findings go to standard error, with line and value. */
export async function importFile(
  what: 'fabrics' | 'items',
  file: string,
  asked: Asked<FabricImportOptions> & Asked<ItemImportOptions>,
): Promise<void> {
  const { isDryRun } = asked
  const input = await readInput(file)
  const write = (line: string): void => void process.stderr.write(`${line}\n`)
  const report = new Report()
  const options = {
    ...asked,
    outline: savedDesignSchema,
    report,
    onWait: () => write(WAITING),
  }
  giveWay()
  const read = async ({ accounts, catalog }: Databases): Promise<void> => {
    const importing =
      what === 'fabrics'
        ? importFabricFile(catalog, input, options)
        : importItemFile(accounts, input, options)
    const result = await importing.finally(() => {
      for (const line of linesOf(report, what)) write(line)
    })
    if (!result.isDone) throw new Error(summary(result, isDryRun))
    process.stdout.write(`${summary(result, isDryRun)}\n`)
  }
  await withDatabases(read)
}

/** Throws in plain words if a file must not or cannot be written. It does so before anything is read. */
async function checkTarget(file: string, mayOverwrite: boolean): Promise<{ isOrdinary: boolean }> {
  const found = await stat(file).catch(() => undefined)
  if (found?.isDirectory()) throw new Error(`${file} is a folder, not a file.`)
  if (found?.isFile() && !mayOverwrite)
    throw new Error(`${file} is there already. Choose another name, or overwrite it with --force.`)
  const folder = await stat(dirname(file)).catch(() => undefined)
  if (!folder?.isDirectory()) throw new Error(`There is no folder ${dirname(file)}.`)
  return { isOrdinary: found?.isFile() ?? true }
}

/** Rejects misleading file extensions. */
function formatOf(file: string): 'csv' | 'ndjson' {
  if (/\.(json|xlsx?|ods)$/i.test(file))
    throw new Error(`Fabrics are written as CSV, or as NDJSON. Name the file .csv or .ndjson, not ${file}.`)
  return /\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv'
}

/**
 * `selvage export`: fabrics as CSV, or as NDJSON if the file name ends in `.ndjson`; items as NDJSON. With `since` it
 * writes only what agents have created since, and then prints the time for the next export.
 */
export async function exportFile(
  what: 'fabrics' | 'items' | { readonly userId: string },
  file: string | undefined,
  { mayOverwrite, since }: { readonly mayOverwrite: boolean; readonly since?: number | undefined },
): Promise<void> {
  const format = what === 'fabrics' ? formatOf(file ?? '') : 'ndjson'
  const isStandardOutput = file === undefined || file === '-'
  const target = isStandardOutput ? undefined : await checkTarget(file, mayOverwrite)
  let next = ''
  await withDatabases(async ({ accounts, catalog }) => {
    const write = (output: NodeJS.WritableStream): Promise<void> => {
      // Standard output stays open, because it is not ours to close.
      const send = (lines: AsyncIterable<string>) =>
        pipeline(Readable.from(lines), output, { end: output !== process.stdout })
      if (what === 'fabrics') return send(fabricLines(catalog.all(), format))
      const userId = what === 'items' ? undefined : what.userId
      return accounts.exporting(
        async (items, nextSince) => {
          await send(itemLines(items))
          next = new Date(Math.max(nextSince, since ?? 0)).toISOString()
        },
        { userId, since },
      )
    }
    if (isStandardOutput) await write(process.stdout)
    else if (target?.isOrdinary)
      await replaceFile(file, (unfinished) => write(createWriteStream(unfinished, { flags: 'r+' })))
    // A pipe or a device cannot be replaced by renaming another file.
    else await write(createWriteStream(file))
  })
  if (since === undefined) return
  if (isStandardOutput) process.stderr.write(`Next time: --since ${next}\n`)
  else process.stdout.write(`${next}\n`)
}

/** `selvage catalog stats`: how many fabrics each collection has, and how many of them with a SKU and a colour. */
export async function catalogStats(): Promise<void> {
  await withDatabases(async ({ catalog }) => {
    const collections = new Map<string, number[]>()
    const all = [0, 0, 0]
    for (const { manufacturer, collection, sku, colorHex } of catalog.all()) {
      const name = `${visibleText(manufacturer)}\t${visibleText(collection)}`
      const counts = collections.get(name) ?? [0, 0, 0]
      collections.set(name, counts)
      for (const [index, has] of [true, sku !== undefined, colorHex !== undefined].entries()) {
        counts[index] = (counts[index] ?? 0) + Number(has)
        all[index] = (all[index] ?? 0) + Number(has)
      }
    }
    const rows = [...collections, ['All\t', all] as const]
    const lines = rows.map(([name, counts]) => `${name}\t${counts.join('\t')}\n`)
    process.stdout.write(`Manufacturer\tCollection\tFabrics\twith SKU\twith colour\n${lines.join('')}`)
  })
}
