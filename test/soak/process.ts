import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

/** Keeps a process on one core, if possible: clients on the server's core would make it look slower than it is. */
export function keepOnCore(core: number, pid = 0): void {
  if (availableParallelism() > 1) spawnSync('taskset', ['-a', '-c', '-p', String(core), String(pid)])
}
export const SERVER_CORE = 0
const CLIENT_CORE = 1

/** `clients.ts` writes this on standard error when all clients are at work. */
export const BUSY = 'busy\n'

/** It writes this at its end. */
const outcome = z.object({
  sent: z.number(),
  /** Requests that this process was too slow to send. */
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
    busy: once(child.stderr, 'data'),
    outcome: async (): Promise<Outcome> => outcome.parse(JSON.parse(await output)),
  }
}

/** Memory in megabytes, and open files. */
export function usageOf(pid = 0) {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { megabytes: Math.round(Number(kilobytes) / 1024), files: readdirSync(`/proc/${pid}/fd`).length }
}
type Usage = ReturnType<typeof usageOf>

/** V8 doubles its room for new objects once a server is busy, by 67 MB. */
const MAX_GROWTH_MB = 130
const MAX_MORE_FILES = 20

export const hasGrown = (before: Usage, after: Usage): boolean =>
  after.megabytes - before.megabytes > MAX_GROWTH_MB || after.files - before.files > MAX_MORE_FILES

export const say = (fields: object): void => void process.stdout.write(`${JSON.stringify(fields)}\n`)
