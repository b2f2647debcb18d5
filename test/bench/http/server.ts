import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { catalogPathOf } from '../../../src/catalog/index.ts'
import { UNLIMITED } from '../../cli/selvage.ts'
import { ROOT } from '../../helpers/files.ts'
import { freePort } from '../../helpers/ports.ts'
import { databaseOf } from '../database.ts'

/** A second, in the units of /proc. */
const CLOCK_TICKS = 100

export interface Server {
  readonly name: string
  readonly port: number
  /** In MB. */
  memory(): number
  /** CPU time used so far, in seconds. */
  cpu(): number
  stop(): Promise<unknown>
}

/** CPU time of a process, in seconds. */
function cpuOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return fields.slice(11, 13).reduce((sum, ticks) => sum + Number(ticks), 0) / CLOCK_TICKS
}

/** In MB. */
function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isUp = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isUp
}

/** Resolves when the server takes connections. */
export async function start(
  name: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv,
): Promise<Server> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'ignore'] })
  const ended = once(child, 'close')
  while (child.exitCode === null && !(await takesConnections(port))) await wait(50)
  if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
  return {
    name,
    port,
    memory: () => memoryOf(child.pid),
    cpu: () => cpuOf(child.pid),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Starts our server, as `npm start` does, on a copy of the catalog of so many fabrics. */
export async function startOurs(fabrics: number, folder: string): Promise<Server> {
  const path = join(folder, 'selvage.db')
  copyFileSync(databaseOf(fabrics), catalogPathOf(path))
  const port = await freePort()
  return start('ours', [join(ROOT, 'src/selvage.mjs'), 'serve'], port, {
    ...UNLIMITED,
    // So that no development sign-in runs beside it.
    OAUTH_ISSUER: 'http://127.0.0.1:9',
    PORT: String(port),
    DATABASE_URL: `sqlite:${path}`,
  })
}
