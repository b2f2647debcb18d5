import Sqlite from 'better-sqlite3'
import { openCatalog } from '../../src/catalog/index.ts'
import type { FabricKey, Fabrics } from '../../src/core/repositories.ts'
import { databaseOf, type Size } from './database.ts'
import { type Peers, type PreparedSearch, peersOf } from './peers.ts'
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

interface Run {
  readonly search: Search
  readonly request: Parameters<Fabrics['search']>[0]
}

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

/** What a peer needs to know to find the fabrics of our page, and nothing else. */
async function preparedFor(
  file: Sqlite.Database,
  { unranked }: Peers,
  fabrics: Fabrics,
  { search, request }: Run,
): Promise<PreparedSearch> {
  const { query = '' } = search
  const { items, report } = await fabrics.search(request)
  const { readAs, missing } = report()
  const leftOut = missing.map(({ word }) => word)
  const meanings = new Map(readAs.map(({ written, meant }) => [written, meant]))
  const words = query.split(' ').filter((word) => !leftOut.includes(word))
  const isLater = request.after !== undefined
  const prepared = {
    query,
    words: words.flatMap((word) => (meanings.get(word) ?? word).split(' ')),
    from: isLater ? positionOf(file, items[0]?.id ?? '') : 0,
    isInside: false,
  }
  const found = unranked(prepared)
  return { ...prepared, isInside: found.length < items.length }
}

const positionOf = (file: Sqlite.Database, id: string): number =>
  file.prepare<[string], number>('select position from peer_fabrics where id = ?').pluck().get(id) ?? 0

async function measurePeers(
  file: Sqlite.Database,
  peers: Peers,
  fabrics: Fabrics,
  runs: readonly Run[],
): Promise<Readonly<Record<string, Timing>>> {
  const prepared: PreparedSearch[] = []
  for (const run of runs) prepared.push(await preparedFor(file, peers, fabrics, run))
  const entries: [string, Timing][] = []
  for (const [name, peer] of Object.entries(peers)) {
    const isSlow = name !== 'unranked'
    const searches = (isSlow ? prepared.slice(0, PEER_SEARCHES) : prepared).map(
      (search) => async () => peer(search),
    )
    if (!isSlow) await timed(searches, 1)
    entries.push([name, await timed(searches, isSlow ? 1 : ROUNDS)])
  }
  return Object.fromEntries(entries)
}

/** Every kind of search on the database of so many fabrics, beside its peers. */
export async function measure(count: Size): Promise<Measured> {
  const catalog = await openCatalog(databaseOf(count))
  const { fabrics } = catalog
  const searchesOf = (runs: readonly Run[]) =>
    runs.map(
      ({ request }) =>
        () =>
          fabrics.search(request),
    )
  const kindsOfRuns: Run[][] = []
  for (const { searches } of KINDS) {
    const runs: Run[] = []
    for (const search of searches) {
      const after = await keyAt(fabrics, search)
      const request = {
        query: search.query,
        manufacturer: search.manufacturer,
        collection: undefined,
        limit: PAGE,
        after,
      }
      runs.push({ search, request })
    }
    kindsOfRuns.push(runs)
  }
  // A server has answered thousands of searches before: V8 has compiled what they run, and the file is in memory.
  const warmAt = performance.now() + WARM_UP_MS
  do for (const runs of kindsOfRuns) await timed(searchesOf(runs), ROUNDS)
  while (performance.now() < warmAt)
  const ours: Timing[] = []
  for (const runs of kindsOfRuns) ours.push(await timed(searchesOf(runs), ROUNDS))
  const residentMemory = Math.round(process.memoryUsage().rss / 1_048_576)

  const file = new Sqlite(databaseOf(count))
  file.exec('pragma cache_size = -32768')
  const peers = peersOf(file)
  const kinds = []
  for (const [index, { name, forPeers }] of KINDS.entries()) {
    const timing = ours[index] ?? { median: 0, p99: 0 }
    const runs = kindsOfRuns[index] ?? []
    kinds.push({ name, ours: timing, peers: forPeers ? await measurePeers(file, peers, fabrics, runs) : {} })
  }
  file.close()
  await catalog.close()
  return { fabrics: count, kinds, residentMemory }
}
