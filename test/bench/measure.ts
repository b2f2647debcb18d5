import { join } from 'node:path'
import { openCatalog, readGuides } from '../../src/catalog/index.ts'
import type { FabricRecord } from '../../src/core/rooms.ts'
import { fold, foldWords } from '../../src/core/text.ts'
import { ROOT } from '../helpers/files.ts'
import { CASES, parsed } from '../search/relevance-cases.ts'
import { createRandom } from './catalog.ts'
import { databaseOf, type Size } from './database.ts'
import { ENGINES, type Engine } from './peers.ts'
import { KINDS } from './queries.ts'

/** Milliseconds. */
export interface Timing {
  readonly median: number
  readonly p99: number
}

/** One engine on one catalog. */
export interface Measured extends Timing {
  readonly engine: string
  readonly fabrics: Size
  /** The share of questions with the right fabric first. */
  readonly rightFirst: number
  /** Building or opening, in milliseconds. */
  readonly build: number
  /** Resident, in MB. */
  readonly memory: number
  /** Of our engine, kind by kind. */
  readonly kinds: ReadonlyArray<Timing & { readonly name: string }>
}

const DRAWN = 300
const ROUNDS = 5
const PAGE = 25

function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}

interface Question {
  readonly query: string
  readonly isRight: (first: FabricRecord) => boolean
}

const shareWord = (one: string, other: string) =>
  foldWords(one).some((word) => foldWords(other).includes(word))

/**
 * On the shipped catalog, questions as people write them; on a generated one, the line and name of a fabric. A fabric
 * is right if it has the right name, and the line if the question names one.
 */
function questionsFor(fabrics: Size, rows: readonly FabricRecord[]): readonly Question[] {
  const labelOf = ({ sku, collection, name }: FabricRecord) => sku ?? `${collection}/${name}`
  const byLabel = new Map(rows.map((row) => [labelOf(row), row]))
  if (fabrics === 'shipped')
    return Object.values(CASES)
      .flatMap(parsed)
      .flatMap(([asked, [label = '']]) => {
        const right = byLabel.get(label)
        if (right === undefined) return []
        const namesLine = shareWord(asked, `${right.collection} ${right.manufacturer}`)
        const isRight = ({ name, collection }: FabricRecord) =>
          fold(name) === fold(right.name) && (!namesLine || collection === right.collection)
        return [{ query: asked, isRight }]
      })
  const random = createRandom(3)
  return Array.from({ length: DRAWN }, () => {
    const row = rows[Math.floor(random() * rows.length)]
    const isRight = ({ collection, name }: FabricRecord) =>
      collection === row?.collection && name === row.name
    return { query: `${row?.collection} ${row?.name}`.toLowerCase(), isRight }
  })
}

async function timed(engine: Engine, queries: readonly string[]): Promise<Timing> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const query of queries) {
      const begin = performance.now()
      await engine.search(query)
      // The first round warms the engine up.
      if (round > 0) times.push(performance.now() - begin)
    }
  }
  return timingOf(times)
}

/** @param name `ours`, or one of the peers. */
export async function measure(fabrics: Size, name: string): Promise<Measured> {
  const opening = performance.now()
  const guides = readGuides(join(ROOT, 'data'))
  const catalog = await openCatalog(databaseOf(fabrics), { serves: true, guides })
  const opened = performance.now() - opening
  const ours: Engine = {
    name: 'Selvage',
    async search(query) {
      const { items } = await catalog.fabrics.search({ query, limit: PAGE, after: undefined })
      return items.map(({ id }) => id)
    },
  }
  const make = ENGINES[name]
  const rows = [...catalog.all()]
  const building = performance.now()
  const engine = make === undefined ? ours : await make(rows)
  const build = make === undefined ? opened : performance.now() - building
  const questions = questionsFor(fabrics, rows)
  const byId = new Map(rows.map((row) => [row.id, row]))
  let right = 0
  for (const { query, isRight } of questions) {
    const first = byId.get((await engine.search(query))[0] ?? '')
    if (first !== undefined && isRight(first)) right += 1
  }
  const rightFirst = right / questions.length
  const asked = questions.map(({ query }) => query)
  const timing = await timed(engine, asked)
  const kinds = []
  for (const { name: kind, queries } of make === undefined ? KINDS : [])
    kinds.push({ name: kind, ...(await timed(ours, queries)) })
  const memory = Math.round(process.memoryUsage().rss / 1e6)
  await catalog.close()
  return { engine: engine.name, fabrics, ...timing, rightFirst, build, memory, kinds }
}
