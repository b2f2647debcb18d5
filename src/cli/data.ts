import { createWriteStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type AccountsFileCheck,
  backUp,
  checkFile,
  copyAccounts,
  type ItemImportOptions,
  importItemFile,
  itemLines,
  restore,
  type Wanted,
} from '../accounts/index.ts'
import { copyCatalog, fabricLines, importFabricFile, removeFabric } from '../catalog/index.ts'
import { loadConfig, UsageError } from '../config/config.ts'
import { counted, visibleText } from '../core/text.ts'
import { type Databases, openDatabases } from '../databases.ts'
import { savedDesignSchema } from '../design/index.ts'
import { type Counts, Report, readInput, replaceFile } from '../files/index.ts'

const configuredStorage = (variables = process.env) => loadConfig(variables, { servesHttp: false }).storage

async function withDatabases(run: (databases: Databases) => Promise<void>, storage = configuredStorage()) {
  const databases = await openDatabases(storage)
  try {
    await run(databases)
  } finally {
    await databases.close()
  }
}

const LONG_WAIT = {
  seconds: 600,
  onWait: () => void process.stderr.write('Waiting for another process that is changing the database…\n'),
}

const ALWAYS = ['added', 'updated', 'unchanged']

function summary({ read, bad }: Report, counts: Counts | undefined) {
  const number = (value: number) => value.toLocaleString('en')
  if (counts === undefined)
    return `Nothing was imported: ${number(bad)} of ${counted(read, 'record')} ${bad === 1 ? 'is' : 'are'} bad. Correct them, or leave them out with --skip-bad.`
  const { added, updated, removed, unchanged, duplicate } = counts
  const parts = Object.entries({ added, updated, removed, unchanged, duplicate, bad }).flatMap(
    ([kind, count]) => (count || (count === 0 && ALWAYS.includes(kind)) ? `${number(count)} ${kind}` : []),
  )
  return `${counted(read, 'record')} read: ${parts.join(', ')}.`
}

/** Findings go to standard error. */
export async function importFile(
  what: 'fabrics' | 'items',
  file: string,
  asked: Omit<ItemImportOptions, 'report' | 'outline' | 'lockWait'>,
): Promise<void> {
  const input = await readInput(file)
  const report = new Report()
  const options = { ...asked, outline: savedDesignSchema, report, lockWait: LONG_WAIT }
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

function formatOf(file: string): 'csv' | 'ndjson' {
  if (/\.(json|xlsx?|ods)$/i.test(file))
    throw new Error(`Fabrics are written as CSV, or as NDJSON. Name the file .csv or .ndjson, not ${file}.`)
  return /\.(ndjson|jsonl)$/i.test(file) ? 'ndjson' : 'csv'
}

/** With `since`, only what agents have created since, and the time for the next export. */
export async function exportFile(
  what: 'fabrics' | 'items',
  file = '-',
  { mayOverwrite, ...wanted }: Wanted & { mayOverwrite: boolean },
): Promise<void> {
  const format = what === 'fabrics' ? formatOf(file) : 'ndjson'
  const write = writerOf(file, mayOverwrite)
  await withDatabases(async ({ accounts, catalog }) => {
    if (what === 'fabrics') return write(fabricLines(catalog.all(), format))
    const { since } = wanted
    const next = await accounts.exporting(async (items, nextSince) => {
      await write(itemLines(items))
      return new Date(Math.max(nextSince, since ?? 0)).toISOString()
    }, wanted)
    if (since === undefined) return
    if (file === '-') process.stderr.write(`Next time: --since ${next}\n`)
    else process.stdout.write(`${next}\n`)
  })
}

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

function accountsPath() {
  const { accounts } = configuredStorage()
  if (accounts.kind === 'sqlite') return accounts.path
  throw new Error('The accounts are on PostgreSQL: use pg_dump and pg_restore.')
}

/** Exit code 1 if something is wrong. */
function say(path: string, { faults, projects, items }: AccountsFileCheck) {
  const found = `No damage found: ${counted(projects, 'project')} and ${counted(items, 'saved item')}.`
  process.stdout.write(`${[path, ...(faults.length > 0 ? faults : [found])].join('\n')}\n`)
  if (faults.length > 0) process.exitCode = 1
}

export async function backupTo(file: string): Promise<void> {
  say(file, await backUp(accountsPath(), file))
  process.stdout.write(
    'The catalog is not in it. If you import fabrics, keep them with: npx --no selvage export fabrics FILE\n',
  )
}

export async function restoreFrom(file: string): Promise<void> {
  const path = accountsPath()
  const old = await restore(file, path)
  const kept = old === undefined ? '' : `What was there is kept as ${old}.\n`
  process.stdout.write(`Restored ${path} from ${file}.\n${kept}`)
}

export async function check(): Promise<void> {
  const path = accountsPath()
  say(path, await checkFile(path))
}

export async function remove(what: 'user' | 'item', id: string): Promise<void> {
  await withDatabases(async ({ accounts }) => {
    const removed = await accounts.remove(what, id)
    if (removed === undefined)
      throw new Error(what === 'user' ? `Nothing here belongs to ${id}.` : `There is no item ${id}.`)
    const { projects, items, memberships } = removed
    const kinds = [
      counted(projects, 'project'),
      counted(items, 'saved item'),
      `${counted(memberships, 'membership')} in other people's projects`,
    ]
    const some = kinds.filter((text) => !text.startsWith('0 '))
    process.stdout.write(
      `Removed: ${some.join(', ')}.\nBackups and logs may still have it: docs/operating.md says what to do.\n`,
    )
  })
}

export async function deleteFabric(id: string): Promise<void> {
  await withDatabases(async ({ catalog }) => {
    const removed = await removeFabric(catalog, id)
    if (removed === undefined) throw new Error(`There is no fabric ${id}.`)
    const { name, collection, manufacturer } = removed
    process.stdout.write(`Removed: ${visibleText(`${name}, ${collection}, ${manufacturer}`)}.\n`)
  })
}

async function copyAll(from: Databases, to: Databases) {
  const { items, sha256 } = await copyAccounts(from.accounts, to.accounts, LONG_WAIT)
  await copyCatalog(from.catalog, to.catalog)
  const [fabrics = 0, found = 0] = [from, to].map(({ catalog }) => [...catalog.all()].length)
  if (found !== fabrics)
    throw new Error(
      `The catalog is not the same: ${counted(fabrics, 'fabric')} in the source, ${found} in the copy.`,
    )
  process.stdout.write(
    `Copied and compared: ${items}, ${counted(fabrics, 'fabric')}. SHA-256 of the accounts: ${sha256}\n`,
  )
}

export async function copy(fromUrl: string | undefined, toUrl: string | undefined): Promise<void> {
  if (fromUrl === undefined || toUrl === undefined)
    throw new UsageError('copy needs --from URL and --to URL.')
  if (fromUrl === toUrl) throw new UsageError('copy needs two different databases.')
  const [source, target] = [fromUrl, toUrl].map((url) =>
    configuredStorage({ ...process.env, DATABASE_URL: url }),
  )
  await withDatabases((from) => withDatabases((to) => copyAll(from, to), target), source)
}
