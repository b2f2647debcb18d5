import { type Outcome, run } from './load.ts'
import type { Server } from './server.ts'

const CONNECTIONS = 16
const SECONDS = 3
/** Before each round: the system takes memory from processes that wait for their turn. */
const WARM_UP_SECONDS = 2
const ROUNDS = 3

interface Run extends Outcome {
  /** CPU time of a request, in microseconds. It says more than the rate if others use the machine too. */
  readonly cpu: number
}

export interface Row {
  readonly what: string
  readonly server: Server
  readonly requests: readonly string[]
  /** The first request that was not sent yet. Without it, every round sends the same ones. */
  fresh?: number
}

export interface Measured extends Run {
  readonly what: string
  readonly server: string
  readonly memory: number
}

/** The round with the middle rate, and the failures of all rounds. The first round does not count. */
function median(outcomes: readonly Run[]): Omit<Measured, 'what' | 'server' | 'memory'> {
  const sorted = outcomes.slice(1).toSorted((a, b) => a.rate - b.rate)
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('nothing was measured')
  return { ...middle, failures: outcomes.reduce((sum, { failures }) => sum + failures, 0) }
}

async function runOnce(row: Row): Promise<Run> {
  const { server } = row
  const load = async (seconds: number) => {
    const requests = row.requests.slice(row.fresh)
    const measured = await run({ port: server.port, connections: CONNECTIONS, seconds, requests })
    if (row.fresh !== undefined) row.fresh += measured.sent
    if (row.fresh !== undefined && row.fresh > row.requests.length) throw new RangeError('asked twice')
    return measured
  }
  await load(WARM_UP_SECONDS)
  const before = server.cpu()
  const measured = await load(SECONDS)
  return { ...measured, cpu: ((server.cpu() - before) / (measured.rate * SECONDS)) * 1e6 }
}

/** Every row once, then every row again: so what disturbs the machine disturbs all of them. */
export async function measure(rows: readonly Row[]): Promise<Measured[]> {
  const outcomes = rows.map((): Run[] => [])
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [index, row] of rows.entries()) {
      process.stderr.write(`\r\u001B[Kround ${round} of ${ROUNDS}: ${row.server.name}, ${row.what}`)
      outcomes[index]?.push(await runOnce(row))
    }
  }
  process.stderr.write('\r\u001B[K')
  return rows.map(({ what, server }, index) => ({
    what,
    server: server.name,
    memory: server.memory(),
    ...median(outcomes[index] ?? []),
  }))
}

/** As Markdown; the columns after the first `texts` are numbers. */
export function markdown(
  texts: number,
  header: readonly string[],
  rows: ReadonlyArray<ReadonlyArray<string | number>>,
): string {
  const rule = header.map((_, at) => (at < texts ? '---' : '--:'))
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function table(measured: readonly Measured[]): string {
  const rows = measured.map(({ what, server, rate, p50, p99, cpu, memory, failures }) => [
    server,
    what,
    Math.round(rate).toLocaleString('en'),
    p50.toFixed(2),
    p99.toFixed(1),
    Math.round(cpu),
    memory,
    failures,
  ])
  const header = ['server', 'requests', '1/s', 'p50 ms', 'p99 ms', 'CPU µs', 'MB', 'failures']
  return markdown(2, header, rows)
}
