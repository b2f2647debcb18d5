import {
  type GuidesReport,
  SUPPLY_CATEGORIES,
  type Supplies,
  type SupplyCategory,
} from '../src/core/rooms.ts'
import { about, type Note, quoted, quotedList, shortNotes } from './notes.ts'

/** Categories with guides that have all words, with their number. */
async function otherCategories(supplies: Supplies, asked: SupplyCategory, query: string): Promise<string[]> {
  const found: string[] = []
  for (const category of SUPPLY_CATEGORIES.filter((other) => other !== asked)) {
    const { totalMatching, report } = await supplies.browse({ category, query, limit: 1 })
    const hasIt = totalMatching > 0 && report.hasAll && report.readings.length === 0
    if (hasIt) found.push(`${category} ${totalMatching}`)
  }
  return found
}

/** The notes on a list of guides (D38). None without a query. */
export async function guidesNotes(
  supplies: Supplies,
  category: SupplyCategory,
  query: string | undefined,
  { totalMatching, report }: { readonly totalMatching: number; readonly report: GuidesReport },
): Promise<string[]> {
  if (query === undefined) return []
  const { readings, missing, elsewhere, hasAll } = report
  if (totalMatching === 0) {
    const { totalMatching: all } = await supplies.browse({ category, query: undefined, limit: 1 })
    const others = await otherCategories(supplies, category, query)
    return shortNotes([
      `No entry of ${category} matches ${quoted(query)}; without query there are ${all}.`,
      about(others, (have) => `Other categories have these words: ${have}.`),
    ])
  }
  const corrections = readings.map(({ written, meant }) => `${quoted(written)} as ${quoted(meant)}`)
  return shortNotes([
    about(corrections, (read) => `Read ${read}.`),
    about(missing.map(quoted), (words) => `None of these has ${words}; the best matches come first.`) ??
      (hasAll ? undefined : 'No entry has all of it; the best matches come first.'),
    about(
      elsewhere.map(({ name, words }) => `${quotedList(words)} (${name})`),
      (others) => `Others have ${others}.`,
    ),
  ])
}

/**
 * For a search of fabrics that found nothing: guides of this name, such as "Jelly roll" (D38). `unknown` are folded
 * words that no fabric has.
 */
export async function calledNote(
  supplies: Supplies,
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
