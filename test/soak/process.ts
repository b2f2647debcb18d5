import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/**
 * Keeps a process on one core, if the machine has two and the command for it: clients that take the server's
 * core from it make it look slower than it is.
 */
export function keepOnCore(core: number, pid = 0): void {
  if (availableParallelism() > 1) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)])
}
/** The server's, and that of its clients. */
export const SERVER_CORE = 0
const CLIENT_CORE = 1

/** What `clients.ts` writes on standard error when all are at work. */
export const BUSY = 'busy\n'

/** What it says at its end. */
const outcome = z.object({
  sent: z.number(),
  /** How many of those that were asked for this process was too slow for. */
  unsent: z.number(),
  /** By status, or by what went wrong with the connection. */
  ends: z.record(z.string(), z.number()),
  /** Milliseconds from a request to its answer, of those that were served. */
  p50: z.number(),
  p99: z.number(),
  slowest: z.number(),
})
export type Outcome = z.output<typeof outcome>

/** Clients in a process of their own, so that they do not slow the server's event loop. */
export function startClients(job: object) {
  const path = fileURLToPath(new URL('clients.ts', import.meta.url))
  const child = spawn(process.execPath, [path], { stdio: ['pipe', 'pipe', 'pipe'] })
  keepOnCore(CLIENT_CORE, child.pid)
  child.stdin.end(JSON.stringify(job))
  child.stderr.on('data', (said: Buffer) => {
    if (String(said) !== BUSY) process.stderr.write(said)
  })
  const output = text(child.stdout)
  return {
    /** Resolves when every client is at work. */
    busy: once(child.stderr, 'data'),
    outcome: async (): Promise<Outcome> => outcome.parse(JSON.parse(await output)),
  }
}

/** Memory in megabytes, open files, and seconds of CPU time used so far by a process. */
export function usageOf(pid = 0) {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  const [user, system] =
    readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return {
    megabytes: Math.round(Number(kilobytes) / 1024),
    files: readdirSync(`/proc/${pid}/fd`).length,
    // Linux counts in hundredths.
    cpu: (Number(user) + Number(system)) / 100,
  }
}
type Usage = ReturnType<typeof usageOf>

/** V8 doubles its room for new objects once a server is busy, by 67 MB. */
const MAX_GROWTH_MB = 130
const MAX_MORE_FILES = 20

/** Whether memory or open files have grown. */
export const hasGrown = (before: Usage, after: Usage): boolean =>
  after.megabytes - before.megabytes > MAX_GROWTH_MB || after.files - before.files > MAX_MORE_FILES

/** Settings of a server whose limits are not what is tried. */
export const WITHOUT_LIMITS = {
  RATE_LIMIT_ANONYMOUS: 'off',
  RATE_LIMIT_USER: 'off',
  RATE_LIMIT_CREATE: 'off',
  LOG_LEVEL: 'warn',
}

export const say = (fields: object): void => void process.stdout.write(`${JSON.stringify(fields)}\n`)
