import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Catalog, catalogPathOf, type FabricRow, openCatalog } from '../../src/catalog/index.ts'
import { COLORS, generatedFabrics } from './catalog.ts'
import { commandSeconds } from './command.ts'
import { databaseOf } from './database.ts'
import { timingOf } from './measure.ts'
import { inProcess } from './search.ts'

const FABRICS = 1_000_000
/** One search every 20 milliseconds. */
const PACE_MS = 20
const WITHOUT_IMPORT_MS = 10_000

interface Sample {
  readonly name: string
  readonly fabrics: Iterable<FabricRow>
}

/** So many fabrics, spread over the catalog, each as `change` makes it. */
function* some(count: number, change: (fabric: FabricRow, index: number) => FabricRow): Generator<FabricRow> {
  const step = FABRICS / count
  let index = 0
  for (const fabric of generatedFabrics(FABRICS)) {
    if (index % step === 0) yield change(fabric, index)
    index += 1
  }
}

const recolored = (fabric: FabricRow, index: number): FabricRow => ({
  ...fabric,
  colorHex: `#${((index * 7919) % 0x1000000).toString(16).padStart(6, '0')}`,
})
const renamed = (fabric: FabricRow): FabricRow => ({ ...fabric, name: `Zephyr ${fabric.name}` })

const FILES: readonly Sample[] = [
  { name: '1,000 changed', fabrics: some(1_000, recolored) },
  { name: '1,000 new', fabrics: some(1_000, renamed) },
  { name: '40,000 changed', fabrics: some(40_000, recolored) },
  { name: '40,000 new', fabrics: some(40_000, (fabric) => renamed(renamed(fabric))) },
]

/**
 * For how long this thread was ready to run and others ran, in milliseconds. On a busy machine that is no
 * fault of the search. Zero where the system does not say.
 */
function waited(): number {
  try {
    const [, nanoseconds = '0'] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return 0
  }
}

/** Searches at a steady pace until it is over; how long each took, without what other processes took. */
async function searching(catalog: Catalog, isOver: () => boolean): Promise<readonly number[]> {
  const times: number[] = []
  const filter = { manufacturer: undefined, collection: undefined, limit: 25, after: undefined }
  for (let index = 0; !isOver(); index += 1) {
    await sleep(PACE_MS)
    const one = COLORS[index % COLORS.length]
    const other = COLORS[(index * 7) % COLORS.length]
    const begin = performance.now() - waited()
    await catalog.fabrics.search({ ...filter, query: index % 2 === 0 ? `${one}` : `dusty ${other}` })
    times.push(performance.now() - waited() - begin)
  }
  return times
}

/** Imports into a million fabrics, and searches that another process makes meanwhile. */
export async function benchImports(): Promise<void> {
  await inProcess('build', FABRICS)
  const folder = mkdtempSync(join(tmpdir(), 'selvage-bench-'))
  const database = join(folder, 'selvage.db')
  copyFileSync(databaseOf(FABRICS), catalogPathOf(database))
  const catalog = await openCatalog(catalogPathOf(database))
  const show = (name: string, seconds: string, times: readonly number[]) => {
    const { median, p99 } = timingOf(times)
    const longest = Math.max(...times)
    process.stdout.write(
      `| ${name} | ${seconds} | ${[median, p99, longest].map((time) => time.toFixed(1)).join(' | ')} |\n`,
    )
  }
  try {
    process.stdout.write(
      '| import | seconds | search, median ms | p99 | longest |\n| --- | --: | --: | --: | --: |\n',
    )
    const end = performance.now() + WITHOUT_IMPORT_MS
    show('none', '', await searching(catalog, () => performance.now() > end))
    for (const { name, fabrics } of FILES) {
      const file = join(folder, 'fabrics.ndjson')
      writeFileSync(file, [...fabrics].map((fabric) => JSON.stringify(fabric)).join('\n'))
      let isOver = false
      const ended = commandSeconds(['import', 'fabrics', file], `sqlite:${database}`).finally(() => {
        isOver = true
      })
      const times = await searching(catalog, () => isOver)
      show(name, (await ended).toFixed(1), times)
    }
  } finally {
    await catalog.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
