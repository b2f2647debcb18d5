import {
  type GuidesReport,
  SUPPLY_CATEGORIES,
  type Supplies,
  type SupplyCategory,
} from '../src/core/rooms.ts'
import { about, type Note, quoted, quotedList, readingNote, shortNotes } from './notes.ts'

/** For a list without guides: which categories have guides for all of it, and how many. */
async function emptyNotes(supplies: Supplies, category: SupplyCategory, query: string): Promise<string[]> {
  const { totalMatching: all } = await supplies.browse({ category, query: undefined, limit: 1 })
  const having = SUPPLY_CATEGORIES.map(async (other) => {
    const { totalMatching, report } = await supplies.browse({ category: other, query, limit: 1 })
    const hasIt = totalMatching > 0 && report.hasAll && report.readings.length === 0
    return hasIt ? `${other} ${totalMatching}` : []
  })
  const others = (await Promise.all(having)).flat()
  return shortNotes([
    `No entry of ${category} matches ${quoted(query)}; without query there are ${all}.`,
    about(others, (have) => `Other categories have guides for it: ${have}.`),
  ])
}

/** The notes on a list of guides (D38). None without a query. */
export async function guidesNotes(
  supplies: Supplies,
  { category, query }: { readonly category: SupplyCategory; readonly query: string | undefined },
  { totalMatching, report }: { readonly totalMatching: number; readonly report: GuidesReport },
): Promise<string[]> {
  if (query === undefined) return []
  if (totalMatching === 0) return emptyNotes(supplies, category, query)
  const { readings, missing, elsewhere, hasAll } = report
  const others = elsewhere.map(({ name, words }) => `${quotedList(words)} (${name})`)
  return shortNotes([
    readingNote(readings),
    about(missing.map(quoted), (words) => `None of these has ${words}; the best matches come first.`),
    missing.length === 0 && !hasAll && 'No entry has all of it; the best matches come first.',
    about(others, (have) => `Others have ${have}.`),
  ])
}

/** For a search of fabrics that found nothing: guides of this name, such as "Jelly roll" (D38). */
export async function calledNote(
  supplies: Pick<Supplies, 'called'>,
  query: string,
  unknown: readonly string[],
): Promise<Note> {
  if (unknown.length === 0) return undefined
  const whole = await supplies.called(query)
  const found = whole.length > 0 ? whole : await supplies.called(unknown.join(' '))
  const shown = [...Map.groupBy(found, ({ category }) => category)].map(([category, guides]) => {
    const names = guides.flatMap(({ name }) => name ?? [])
    return names.length > 0 ? `${category} (${quotedList(names, 2)})` : category
  })
  return about(shown, (guides) => `Supply guides: browse_supplies, ${guides}.`)
}
