import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { Size } from './database.ts'
import type { Measured } from './measure.ts'

const SIZES: readonly Size[] = ['shipped', 10_000, 1_000_000]
const WORKER = fileURLToPath(new URL('search-worker.ts', import.meta.url))

/** Runs a step in a process of its own, so that its memory is its own. */
export async function inProcess(step: 'build' | 'measure', fabrics: Size): Promise<string> {
  const child = spawn(process.execPath, [WORKER, step, String(fabrics)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`${step} of ${fabrics} fabrics ended with ${code}`)
  return output
}

const milliseconds = (value: number | undefined) =>
  value === undefined ? '' : value.toFixed(value < 10 ? 2 : 0)

function table(shipped: Measured, small: Measured, large: Measured): string {
  const rows = large.kinds.map(({ name, ours, peers }, index) => {
    const first = shipped.kinds[index]
    const before = small.kinds[index]
    return [
      name,
      milliseconds(first?.ours.median),
      milliseconds(first?.peers['unranked']?.median),
      milliseconds(before?.ours.median),
      milliseconds(before?.peers['unranked']?.median),
      milliseconds(ours.median),
      milliseconds(ours.p99),
      milliseconds(peers['unranked']?.median),
      milliseconds(peers['LIKE']?.median),
      milliseconds(peers['bm25']?.median),
    ]
  })
  const header = [
    'median, ms',
    'shipped',
    'FTS5',
    '10,000',
    'FTS5',
    '1,000,000',
    'p99',
    'FTS5',
    'LIKE',
    'bm25',
  ]
  const rule = header.map((_, index) => (index === 0 ? '---' : '--:'))
  return [header, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Searches of the shipped catalog, of 10,000 and of 1,000,000 fabrics in this process's SQLite, beside the usual ways to search. */
export async function benchSearch(asJson: boolean): Promise<void> {
  const results: Measured[] = []
  for (const fabrics of SIZES) {
    await inProcess('build', fabrics)
    results.push(JSON.parse(await inProcess('measure', fabrics)))
  }
  const [shipped, small, large] = results
  if (shipped === undefined || small === undefined || large === undefined)
    throw new Error('nothing was measured')
  const ratios = large.kinds.map(({ name, ours }, index) => ({
    name,
    ratio: ours.median / (small.kinds[index]?.ours.median ?? Number.NaN),
  }))
  process.stdout.write(
    asJson
      ? `${JSON.stringify({ sizes: results, ratios }, null, 2)}\n`
      : `${table(shipped, small, large)}\n\nResident memory with 1,000,000 fabrics: ${large.residentMemory} MB\n`,
  )
}
