import Sqlite from 'better-sqlite3'
import { openCatalog } from '../../src/catalog/index.ts'
import type { FabricKey, Fabrics } from '../../src/kit/repositories.ts'
import { databaseOf, type Size } from './database.ts'
import { peersOf } from './peers.ts'
import { KINDS, type Search } from './queries.ts'

/** Milliseconds. */
export interface Timing {
  readonly median: number
  readonly p99: number
}

export interface Measured {
  readonly fabrics: Size
  readonly kinds: ReadonlyArray<{
    readonly name: string
    readonly ours: Timing
    readonly peers: Readonly<Record<string, Timing>>
  }>
  /** Of this process after our searches and before the peers', in MB. */
  readonly residentMemory: number
}

const ROUNDS = 12
/** After about this time V8 has compiled what searches run. */
const WARM_UP_MS = 8_000
// A peer may take a second for one search.
const PEER_SEARCHES = 8
const PAGE = 25
const STRIDE = 2_000

export function timingOf(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}

async function timed(runs: ReadonlyArray<() => Promise<unknown>>, rounds: number): Promise<Timing> {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const run of runs) {
      const begin = performance.now()
      await run()
      times.push(performance.now() - begin)
    }
  }
  return timingOf(times)
}

/** The key of the page that begins so deep in the matches of a search. */
async function keyAt(
  fabrics: Fabrics,
  { query, manufacturer, depth = 0 }: Search,
): Promise<FabricKey | undefined> {
  if (depth === 0) return undefined
  const keys: FabricKey[] = []
  let after: FabricKey | undefined
  do {
    const { next } = await fabrics.search({
      query,
      manufacturer,
      collection: undefined,
      limit: STRIDE,
      after,
    })
    after = next ?? undefined
    if (after !== undefined) keys.push(after)
  } while (after !== undefined)
  return keys[Math.floor(keys.length * depth)]
}

/** Every kind of search on the database of so many fabrics, beside its peers. */
export async function measure(count: Size): Promise<Measured> {
  const catalog = await openCatalog(databaseOf(count))
  const { fabrics } = catalog
  const kindsOfRuns: (() => Promise<unknown>)[][] = []
  for (const { searches } of KINDS) {
    const runs: (() => Promise<unknown>)[] = []
    for (const search of searches) {
      const after = await keyAt(fabrics, search)
      const request = {
        query: search.query,
        manufacturer: search.manufacturer,
        collection: undefined,
        limit: PAGE,
        after,
      }
      runs.push(() => fabrics.search(request))
    }
    kindsOfRuns.push(runs)
  }
  // A server has answered thousands of searches before: V8 has compiled what they run, and the file is in memory.
  const warmAt = performance.now() + WARM_UP_MS
  do for (const runs of kindsOfRuns) await timed(runs, ROUNDS)
  while (performance.now() < warmAt)
  const ours: Timing[] = []
  for (const runs of kindsOfRuns) ours.push(await timed(runs, ROUNDS))
  const residentMemory = Math.round(process.memoryUsage().rss / 1_048_576)

  const file = new Sqlite(databaseOf(count))
  file.exec('pragma cache_size = -32768')
  const peers = peersOf(file)
  const timesOf = async (searches: readonly Search[]) => {
    const entries: [string, Timing][] = []
    for (const [name, peer] of Object.entries(peers)) {
      const isSlow = name !== 'unranked'
      const runs = searches.slice(0, isSlow ? PEER_SEARCHES : searches.length).map(
        ({ query = '' }) =>
          async () =>
            peer(query),
      )
      if (!isSlow) await timed(runs, 1)
      entries.push([name, await timed(runs, isSlow ? 1 : ROUNDS)])
    }
    return Object.fromEntries(entries)
  }
  const kinds = []
  for (const [index, { name, searches, forPeers }] of KINDS.entries()) {
    const timing = ours[index] ?? { median: 0, p99: 0 }
    kinds.push({ name, ours: timing, peers: forPeers ? await timesOf(searches) : {} })
  }
  file.close()
  await catalog.close()
  return { fabrics: count, kinds, residentMemory }
}
