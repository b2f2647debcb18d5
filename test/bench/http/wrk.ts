import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type Job, type Outcome, outcome } from './load.ts'

const SCRIPT = fileURLToPath(new URL('wrk.lua', import.meta.url))

/** Whether `wrk` is installed. It leaves more of the machine to the server than a load written in JavaScript. */
export const HAS_WRK = spawnSync('wrk', ['--version']).error === undefined

/** Runs a job with `wrk`. It takes one port, and counts failures by their status only. */
export async function runWrk({ ports, connections, seconds, requests }: Job): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'wrk-'))
  const file = join(folder, 'requests')
  writeFileSync(file, requests.join('\0'))
  const load = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`]
  const child = spawn('wrk', [...load, '--script', SCRIPT, `http://127.0.0.1:${ports[0]}`], {
    env: { ...process.env, REQUESTS: file },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const output = await text(child.stdout)
  await ended
  rmSync(folder, { recursive: true })
  return outcome.parse(JSON.parse(output.slice(output.lastIndexOf('\n') + 1)))
}
