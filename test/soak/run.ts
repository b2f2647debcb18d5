/**
 * Three minutes of mixed load on a server of its own: reads, searches, creates, bad tokens, clients that
 * leave. Fails on any 5xx, and when memory or open files grow. SOAK_SECONDS and SOAK_RATE (requests a
 * second) change it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '../../src/dev/sign-in.ts'
import { endAll, serve } from '../cli/selvage.ts'

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 180)
/** Some 60 % of what one core serves of this mix. */
const RATE = Number(process.env['SOAK_RATE'] ?? 150)
const WARM_UP_SECONDS = 30
const MAX_GROWTH_MB = 64
const MAX_MORE_FILES = 20

const off = {
  RATE_LIMIT_ANONYMOUS: 'off',
  RATE_LIMIT_USER: 'off',
  RATE_LIMIT_CREATE: 'off',
  LOG_LEVEL: 'warn',
}
const server = await serve(off)
const token = await signIn(server.baseUrl, 'user_demo')
const signedIn = { authorization: `Bearer ${token}` }
const statuses = new Map<number | string, number>()
const count = (status: number | string) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

const call = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${server.baseUrl}${path}`, init)
  const text = await response.text()
  count(response.status >= 500 ? `failed: ${response.status} ${text}` : response.status)
}
const tool = (name: string, args: object, headers = {}) =>
  call('/mcp', {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  })
const words = ['kona', 'navy', 'moda bella', 'blue', 'kona coral', 'batik', '#336699', 'grunge']
const word = () => words[Math.floor(Math.random() * words.length)] ?? 'kona'

/** Each as often as it stands here. */
const MIX: readonly (() => Promise<void>)[] = [
  () => call(`/api/v1/fabrics?query=${encodeURIComponent(`${word()} ${Math.floor(Math.random() * 99)}`)}`),
  () => call(`/api/v1/fabrics?query=${encodeURIComponent(word())}`),
  () => tool('search_fabric_catalog', { query: word() }),
  () => call('/api/v1/projects', { headers: signedIn }),
  () => call('/api/v1/quilts', { headers: signedIn }),
  () => tool('list_my_assets', { resource: 'blocks' }, signedIn),
  () =>
    call('/api/v1/projects', {
      method: 'POST',
      headers: { ...signedIn, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Soak' }),
    }),
  () => call('/api/v1/auth/me', { headers: { authorization: 'Bearer bad' } }),
  () => call('/api/v1/openapi.json', { signal: AbortSignal.timeout(1) }).catch(() => void count('left')),
]

function usage() {
  const { pid } = server.child
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return { megabytes: Math.round(Number(kilobytes) / 1024), files: readdirSync(`/proc/${pid}/fd`).length }
}

const until = performance.now() + SECONDS * 1000
let sent = 0
let warm = usage()
let nextReport = performance.now() + 10_000
const startedAt = performance.now()
while (performance.now() < until) {
  const due = ((performance.now() - startedAt) / 1000) * RATE
  for (; sent < due; sent += 1) {
    void MIX[sent % MIX.length]?.().catch((error: unknown) => count(`failed: ${error}`))
  }
  if (performance.now() > nextReport) {
    nextReport += 10_000
    process.stdout.write(`${JSON.stringify({ sent, ...usage(), ...Object.fromEntries(statuses) })}\n`)
  }
  if (performance.now() - startedAt < WARM_UP_SECONDS * 1000) warm = usage()
  await sleep(10)
}
await sleep(2_000)

const end = usage()
const bad = [...statuses].filter(([status]) => String(status).startsWith('failed'))
const grown = end.megabytes - warm.megabytes > MAX_GROWTH_MB || end.files - warm.files > MAX_MORE_FILES
process.stdout.write(`${JSON.stringify({ sent, warm, end, statuses: Object.fromEntries(statuses) })}\n`)
if (bad.length > 0 || grown) {
  process.stdout.write(`Failed: ${JSON.stringify({ bad, grown })}\n`)
  process.exitCode = 1
}
await endAll()
server.folder.remove()
