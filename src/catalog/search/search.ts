import type { FabricFilter, FabricKey, FabricPage, PageRequest } from '../../core/rooms.ts'
import type { Connection } from '../database.ts'
import { answerTo, fabricsOf } from './answers.ts'
import { fabricAt, placeBehind } from './fabric-rows.ts'
import { readFilters } from './filters.ts'
import { type Answer, type Place, turns } from './lists.ts'
import type { Matcher } from './match.ts'
import { readQuestion, textOf } from './question.ts'
import { reportOf } from './report.ts'

/** How a question was answered, to know it again on the next page. */
const wayOf = ({ lists }: Answer): string =>
  lists.map(({ words, color }) => `${textOf(words)}${color?.hex ?? ''}`).join('|')

/** §4.2, D5, D14–D18 */
export function search(
  matcher: Matcher,
  db: Connection,
  { limit, after, ...request }: PageRequest<FabricKey> & FabricFilter,
): FabricPage {
  const { index } = matcher
  const filters = readFilters(matcher, request)
  const lines = index.lines.filter((line) => filters.every((filter) => filter.lines.includes(line)))
  const within = filters.length === 0 ? index.all : fabricsOf(index, lines)
  const searched = { index, matcher, within }
  const question = request.query === undefined ? undefined : readQuestion(index, request.query)
  const answer = answerTo(searched, question)
  const way = answer === undefined ? '' : wayOf(answer)
  // An import may let another way answer. Then the list of the page before has come to its end.
  const lists = after === undefined || after.way === way ? (answer?.lists ?? []) : []
  const places = lists.map((_, at): Place | undefined => {
    const key = after?.last[at] ?? null
    if (key === null) return undefined
    const [rank, ...sort] = key
    return { rank, fabric: placeBehind(db, index, sort) }
  })
  const shown = turns(searched, lists, places, after?.list ?? -1, limit + 1)
  const page = shown.slice(0, limit)
  const items = page.map(({ ranked }) => fabricAt(db, index, ranked.fabric))
  const last = lists.map((_, at): FabricKey['last'][number] => {
    const from = page.findLastIndex(({ list }) => list === at)
    const item = items[from]
    if (item === undefined) return after?.last[at] ?? null
    return [page[from]?.ranked.rank ?? 0, item.manufacturer, item.collection, item.name, item.id]
  })
  return {
    items,
    next: shown.length > limit ? { way, list: page.at(-1)?.list ?? 0, last } : null,
    report: () => reportOf({ db, searched, filters, question, answer, page }),
  }
}
