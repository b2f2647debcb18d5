import { type Kysely, sql } from 'kysely'
import { editDistance, editsAllowed } from './fabric-spelling.ts'
import type { CatalogDatabase } from './schema.ts'
import { FREQUENT } from './sqlite-fabric-index.ts'
import { groupOf, partOf } from './sqlite-fabric-words.ts'
import { rangeOf } from './word-range.ts'

/** A word of the catalog may be a slip too, when one so many times as usual is near it. */
const SLIP = 4

/**
 * The catalog's word that a misspelt one most likely means: fewest edits, then most fabrics (D16).
 * The first letter is taken to be right; candidates share the first two letters or the last two.
 */
async function correction(
  db: Kysely<CatalogDatabase>,
  word: string,
  leastFabrics: number,
): Promise<string | undefined> {
  const allowed = editsAllowed(word)
  if (allowed === 0) return undefined
  const letters = [...word]
  const [first = ''] = letters
  const [begin, beforeBegin] = rangeOf(letters.slice(0, 2).join(''))
  const [end, beforeEnd] = rangeOf(first + letters.slice(-2).reverse().join(''))
  // As one text, for they may be thousands.
  const { rows: candidates } = await sql<{ words: string | null }>`
    select group_concat(word, ' ') as words from (
      select word, fabrics from fabric_words where word >= ${begin} and word < ${beforeBegin}
      union all
      select word, fabrics from fabric_words where reversed >= ${end} and reversed < ${beforeEnd}
    )
    where fabrics >= ${leastFabrics}
      and length(word) between ${letters.length - allowed} and ${letters.length + allowed}`.execute(db)
  const edits = new Map<string, number>()
  for (const candidate of candidates[0]?.words?.split(' ') ?? []) {
    const distance = editDistance(word, candidate, allowed)
    if (distance !== undefined) edits.set(candidate, distance)
  }
  const fewest = Math.min(...edits.values())
  const nearest = [...edits.keys()].filter((candidate) => edits.get(candidate) === fewest)
  const { rows } = await sql<{ word: string }>`
    select word from fabric_words where word in (select value from json_each(${JSON.stringify(nearest)}))
    order by fabrics desc, word limit 1`.execute(db)
  return rows[0]?.word
}

/**
 * The words as they may have been meant: those corrected that the catalog does not know; then those
 * too that it knows from few fabrics, for its makers misspell as well.
 */
export async function respellings(
  db: Kysely<CatalogDatabase>,
  words: readonly string[],
): Promise<readonly (readonly string[])[]> {
  const unknownCorrected: string[] = []
  const slipsCorrected: string[] = []
  for (const word of words) {
    const { beginnings, inName, inLine } = await groupOf(db, word)
    const isKnown = inName || inLine || (await partOf(db, word)).wholes?.length !== 0
    const spelled = isKnown ? word : await correction(db, word, 0)
    if (spelled === undefined) return []
    unknownCorrected.push(spelled)
    const itself = beginnings?.find((known) => known.word === word)
    const maySlip = itself !== undefined && itself.fabrics < FREQUENT
    const usual = maySlip ? await correction(db, word, SLIP * itself.fabrics) : undefined
    slipsCorrected.push(usual ?? spelled)
  }
  const changes = (reading: readonly string[], from: readonly string[]) =>
    reading.some((word, index) => word !== from[index])
  return [
    ...(changes(unknownCorrected, words) ? [unknownCorrected] : []),
    ...(changes(slipsCorrected, unknownCorrected) ? [slipsCorrected] : []),
  ]
}
