import { type Kysely, type Selectable, sql } from 'kysely'
import { fold, hasWords } from '../kit/text.ts'
import type { Facets } from './fabric-filters.ts'
import { withoutNoise } from './fabric-query.ts'
import { only, plainMatch } from './fabric-tiers.ts'
import type { Database, FabricsTable } from './schema.ts'
import { nearestColors } from './sqlite-fabric-colors.ts'
import { FIRST, type Ranked, rowsOf, type Start } from './sqlite-fabric-search.ts'
import { groupOf, respellings, wordsWithInside } from './sqlite-fabric-words.ts'

async function* readingsInTurn(db: Kysely<Database>, words: readonly string[]) {
  yield words
  const noiseless = withoutNoise(words)
  if (noiseless !== undefined) yield noiseless
  yield* await respellings(db, words)
}

/**
 * The words that the colour ranks: as they are, or as a fallback reads them (D16); `undefined` when
 * they match nothing.
 */
async function readingForColor(db: Kysely<Database>, words: readonly string[], facets: Facets) {
  if (words.length === 0) return { words, condition: facets.condition }
  for await (const reading of readingsInTurn(db, words)) {
    const groups = await Promise.all(reading.map((word) => groupOf(db, word)))
    const insides = await Promise.all(reading.map((word) => wordsWithInside(db, word)))
    const condition = only(plainMatch(groups, insides), facets.condition, [])
    if ((await rowsOf(db, condition, FIRST, 1)).length > 0) return { words: reading, condition }
  }
  return undefined
}

async function rowsAt(
  db: Kysely<Database>,
  positions: readonly number[],
): Promise<Selectable<FabricsTable>[]> {
  const { rows } = await sql<Selectable<FabricsTable>>`
    select * from fabrics where position in (select value from json_each(${JSON.stringify(positions)}))`.execute(
    db,
  )
  return rows
}

/** D17 */
export async function byColor(
  db: Kysely<Database>,
  {
    hex,
    words,
    facets,
  }: { readonly hex: string; readonly words: readonly string[]; readonly facets: Facets },
  start: Start,
  count: number,
): Promise<Ranked[]> {
  const reading = await readingForColor(db, words, facets)
  if (reading?.condition === undefined) return []
  const isMatch = (row: Selectable<FabricsTable>) =>
    facets.accepts(row) && hasWords(fold(`${row.name} ${row.collection} ${row.manufacturer}`), reading.words)
  const hits = await nearestColors(db, {
    hex,
    condition: reading.condition,
    matching: async (positions) =>
      reading.condition === 'all'
        ? new Set(positions)
        : new Set((await rowsAt(db, positions)).filter(isMatch).map(({ position }) => position)),
    isAfter: ({ distance, position }) =>
      distance > start.rank || (distance === start.rank && position >= start.position),
    count,
  })
  const rows = await rowsAt(
    db,
    hits.map(({ position }) => position),
  )
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return hits.flatMap(({ position, distance }) => {
    const row = byPosition.get(position)
    return row === undefined ? [] : [{ ...row, rank: distance }]
  })
}
