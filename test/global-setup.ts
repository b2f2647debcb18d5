import { readFileSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { SILENT } from '../src/core/logger.ts'
import { openDatabases } from '../src/databases.ts'
import { seed } from '../src/seed.ts'
import { ROOT, temporaryFolder } from './helpers/files.ts'
import { serveLocally } from './helpers/local-server.ts'
import { type PostgresServer, startPostgres } from './helpers/postgres-server.ts'

const IN_MEMORY = '/dev/shm'
/** Several times what a run of the suite needs. */
const ROOM_BYTES = 2 * 1024 ** 3

/** Linux's folder in memory, if it has room and may run programs: thousands of small databases need no disk there. */
function memoryFolder(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const mount = mounts.find((line) => line.split(' ')[1] === IN_MEMORY)
  if (mount === undefined || mount.includes('noexec')) return undefined
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ROOM_BYTES ? IN_MEMORY : undefined
}

/** A server whose answer is the address of a PostgreSQL server. The first request starts that: most runs need none. */
async function offerPostgres() {
  let started: Promise<PostgresServer> | undefined
  const offer = await serveLocally((_, response) => {
    // A kept connection could end just when the next test file uses it.
    response.setHeader('connection', 'close')
    started ??= startPostgres()
    started.then(
      (server) => response.end(server.url('postgres')),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  return {
    url: offer.url,
    async close() {
      await offer.close()
      await (await started)?.close()
    },
  }
}

/**
 * Once for the whole run: databases with the shipped data and the demo account, to copy. Loading them again for each
 * server would take half a second.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const memory = memoryFolder()
  if (memory !== undefined) process.env['TMPDIR'] ??= memory
  const folder = temporaryFolder()
  const path = join(folder.path, 'seeded.db')
  const databases = await openDatabases({ accounts: { kind: 'sqlite', path } })
  await seed(databases, { directory: join(ROOT, 'data'), demo: true, log: SILENT })
  await databases.close()
  process.env['SEEDED_DATABASE'] = path
  const postgres = await offerPostgres()
  process.env['POSTGRES_ON_DEMAND'] = postgres.url
  return async () => {
    await postgres.close()
    folder.remove()
  }
}
