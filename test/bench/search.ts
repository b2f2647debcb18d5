import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../helpers/files.ts'
import type { Size } from './database.ts'
import { markdown } from './http/rows.ts'
import type { Measured } from './measure.ts'
import { ENGINES, installPeers } from './peers.ts'

const SIZES: readonly Size[] = ['shipped', 100_000, 1_000_000]
/** With more rows, these peers take minutes for a search, or gigabytes. */
const MOST_ROWS: Readonly<Record<string, number>> = { fts5: 1_000_000, minisearch: 100_000, orama: 10_000 }
const WORKER = fileURLToPath(new URL('search-worker.ts', import.meta.url))
const CHART = join(ROOT, 'docs/pictures/search-bench.svg')

/** Runs a step in a process of its own, to measure its memory. */
export async function inProcess(step: 'build' | 'measure', fabrics: Size, engine = 'ours'): Promise<string> {
  const args = ['--max-old-space-size=4096', WORKER, step, String(fabrics), engine]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  if (code !== 0) throw new Error(`${step} of ${fabrics} fabrics ended with ${code}`)
  return output
}

const milliseconds = (value: number) => value.toFixed(value < 10 ? 2 : 0)
const sizeText = (fabrics: Size) => (fabrics === 'shipped' ? '2,942' : fabrics.toLocaleString('en-US'))

const enginesTable = (results: readonly Measured[]) =>
  markdown(
    1,
    ['engine', 'fabrics', 'right first', 'median, ms', 'p99', 'build, s', 'memory, MB'],
    results.map(({ engine, fabrics, rightFirst, median, p99, build, memory }) => [
      engine,
      sizeText(fabrics),
      `${(100 * rightFirst).toFixed(1)} %`,
      milliseconds(median),
      milliseconds(p99),
      (build / 1000).toFixed(2),
      String(memory),
    ]),
  )

function kindsTable(results: readonly Measured[]): string {
  const ours = results.filter(({ kinds }) => kinds.length > 0)
  const rows = (ours[0]?.kinds ?? []).map(({ name }, at) => [
    name,
    ...ours.flatMap(({ kinds }) => [milliseconds(kinds[at]?.median ?? 0), milliseconds(kinds[at]?.p99 ?? 0)]),
  ])
  return markdown(
    1,
    ['median and p99, ms', ...ours.flatMap(({ fabrics }) => [sizeText(fabrics), 'p99'])],
    rows,
  )
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [640, 410, 56, 120, 360]

/** Right-first against milliseconds: a dot for every engine on every catalog. */
function chartOf(results: readonly Measured[]): string {
  const x = (ms: number) => LEFT + ((Math.log10(Math.max(0.02, ms)) + 1.7) / 4) * (WIDTH - LEFT - 90)
  const y = (share: number) => BOTTOM - share * (BOTTOM - TOP)
  const ticks = [0.1, 1, 10, 100].map(
    (ms) => `<text x="${x(ms).toFixed(0)}" y="${BOTTOM + 18}" text-anchor="middle">${ms} ms</text>`,
  )
  const lines = [0, 0.25, 0.5, 0.75, 1].map(
    (share) =>
      `<path d="M${LEFT} ${y(share)}H${WIDTH - 20}" stroke="#ddd"/><text x="${LEFT - 6}" y="${y(share) + 4}" text-anchor="end">${100 * share} %</text>`,
  )
  const dots = results.map(({ engine, fabrics, median, rightFirst }) => {
    const [at, up] = [x(median).toFixed(1), y(rightFirst).toFixed(1)]
    const color = engine === 'Selvage' ? '#B5541C' : '#456'
    // Neighbours on the line of 100 % would write over each other.
    const turn = rightFirst === 1 ? -35 : 0
    return `<circle cx="${at}" cy="${up}" r="5" fill="${color}"/><text x="${Number(at) + 9}" y="${Number(up) + 3}" transform="rotate(${turn} ${at} ${up})">${engine} ${sizeText(fabrics)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" fill="#222"><title>Share of questions with the right fabric first, against the median time of a search</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="8" y="18">Right fabric first</text>${lines.join('')}${ticks.join('')}<text x="${WIDTH - 20}" y="${BOTTOM + 38}" text-anchor="end">median of a search, one more digit for each step to the right</text>
${dots.join('\n')}
</svg>
`
}

/** Our search and the usual ones, on the same rows and questions: how fast, and how often the right fabric is first. */
export async function benchSearch(): Promise<void> {
  installPeers()
  const results: Measured[] = []
  for (const fabrics of SIZES) {
    await inProcess('build', fabrics)
    const rows = fabrics === 'shipped' ? 0 : fabrics
    const peers = Object.keys(ENGINES).filter((name) => rows <= (MOST_ROWS[name] ?? 0))
    for (const engine of ['ours', ...peers])
      results.push(JSON.parse(await inProcess('measure', fabrics, engine)))
  }
  writeFileSync(CHART, chartOf(results))
  process.stdout.write(`${enginesTable(results)}\n\n${kindsTable(results)}\n`)
}
