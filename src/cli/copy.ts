import { copyAccounts } from '../accounts/index.ts'
import type { FabricRow } from '../catalog/index.ts'
import { loadStorageConfig } from '../config/config.ts'
import { type Databases, openDatabases } from '../databases.ts'
import { VERSION } from '../version.ts'
import { createProgress, WAITING } from './progress.ts'
import { UsageError } from './usage-error.ts'

const BATCH = 1_000

type Place = ReturnType<typeof loadStorageConfig>['storage']

const placeOf = (url: string): Place => loadStorageConfig({ ...process.env, DATABASE_URL: url }).storage

const fabricsIn = ({ catalog }: Databases): number =>
  catalog.statistics().collections.reduce((sum, { fabrics }) => sum + fabrics, 0)

function* inBatches(all: Iterable<FabricRow>): Generator<FabricRow[]> {
  let batch: FabricRow[] = []
  for (const fabric of all) {
    batch.push(fabric)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  yield batch
}

/** Copies the fabrics: those that a release ships as such, so that the next release can replace them. */
async function copyCatalog(from: Databases, to: Databases): Promise<number> {
  const fabrics = fabricsIn(from)
  if (fabrics === 0) return 0
  const shipment = { name: 'fabrics', hash: from.catalog.loaded('fabrics') ?? '', release: VERSION }
  await from.catalog.reading((all) => to.catalog.importFabrics(inBatches(all), { shipment }), 'shipped')
  await from.catalog.reading((all) => to.catalog.importFabrics(inBatches(all)), 'imported')
  const copied = fabricsIn(to)
  if (copied === fabrics) return fabrics
  throw new Error(`The catalog is not the same: ${fabrics} fabrics in the source, ${copied} in the copy.`)
}

async function copyAll(from: Databases, to: Databases): Promise<void> {
  const progress = createProgress(undefined, () => 0)
  const { projects, members, items, sha256 } = await copyAccounts(from.accounts, to.accounts, {
    onProgress: progress.show,
    onWait() {
      progress.clear()
      process.stderr.write(`${WAITING}\n`)
    },
  })
  progress.clear()
  const fabrics = await copyCatalog(from, to)
  const counts = Object.entries({ projects, members, items, fabrics })
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ')
  process.stdout.write(`Copied and compared: ${counts}. SHA-256 of the accounts: ${sha256}\n`)
}

/** `selvage copy`: copies everything from one database into another. */
export async function copy(fromUrl: string | undefined, toUrl: string | undefined): Promise<void> {
  if (fromUrl === undefined || toUrl === undefined)
    throw new UsageError('copy needs --from URL and --to URL.')
  if (fromUrl === toUrl) throw new UsageError('copy needs two different databases.')
  for (const url of [fromUrl, toUrl]) {
    // Everybody on a machine can read the command lines of its processes.
    if (URL.canParse(url) && new URL(url).password !== '')
      throw new UsageError(
        'Leave the password out of the URL: others can read it there. Set PGPASSWORD, or write it to ~/.pgpass.',
      )
  }
  const from = await openDatabases(placeOf(fromUrl))
  try {
    const to = await openDatabases(placeOf(toUrl))
    try {
      await copyAll(from, to)
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}
