// How one question is answered, from its words to a page. Somebody asks: "Do you have a warm mustrad kona, by the yard?"
//
// 1. `question` takes out written colours (#D9A441) and amounts ("2 yards"). The rest becomes words, and
//    `data/search-words.txt` tells the kind of each. "Do you have a … by the yard" are fillers, which a fabric may lack.
//    "warm" is a tone, and "kona" names a line. The comma would part a list, but behind it are only fillers.
// 2. `match` finds each word in the fabrics of the index (`catalog-index`), with a quality for each fabric. "kona" is in
//    the line Kona Cotton and in one name, "mustrad" is nowhere.
// 3. `answers` tries one way after another to read the words (D16, D17); the first that finds something is the answer.
//    As they are written, nothing has all of them.
// 4. The next way is with the spelling corrected (`spelling`): "mustard". No Kona is called warm mustard, but a tone may
//    be missing, so Kona Mustard is the answer. Further ways would leave out what the cloth is for, drop unknown words,
//    read a palette or parts of a list, or keep only the colour.
// 5. An answer is one list, or several that take turns (`lists`). A list is in the order of ranks (D15), or of distances
//    from its colour.
// 6. The rows of the page are read from the file (`read-fabrics`). The cursor holds how the question was answered, and
//    the last fabric of each list, so the next page goes on after an import as well. `report` works out what a note may
//    say, if somebody asks.

import type { FabricFilter, FabricKey, FabricPage, PageRequest } from '../../core/rooms.ts'
import type { CatalogReader } from '../catalog-file.ts'
import { fabricAt, placeBehind } from '../read-fabrics.ts'
import { answerTo } from './answers.ts'
import type { CatalogIndex } from './catalog-index.ts'
import { fabricsWithin, readFilters } from './filters.ts'
import { alternating, type Lists } from './lists.ts'
import { createFind } from './match.ts'
import { joined, readQuestion } from './question.ts'
import { reportOf } from './report.ts'

/** Names how a question was answered: the next page has to be answered in the same way. */
const wayOf = (lists: Lists) =>
  lists.map(({ found, color }) => `${joined(found)}${color?.hex ?? ''}`).join('|')

/** §4.2, D5, D14–D18 */
export function search(
  index: CatalogIndex,
  db: CatalogReader,
  { limit, after, ...request }: PageRequest<FabricKey> & FabricFilter,
): FabricPage {
  const find = createFind(index)
  const filters = readFilters(index, find, request)
  const within = fabricsWithin(index, filters)
  const searched = { db, index, within, find }
  const question = request.query === undefined ? undefined : readQuestion(index, request.query)
  const answer = answerTo(searched, question)
  const way = wayOf(answer)
  // After an import, another way may find something first. Then the next page is empty.
  const lists = after === undefined || after.way === way ? answer : []
  const last = lists.map((_, at) => after?.last[at] ?? null)
  const places = last.map((key) => {
    if (key === null) return undefined
    const [rank, ...sortValues] = key
    return { rank, fabric: placeBehind(db, index, sortValues) }
  })
  const shown = [...alternating(index, lists, places, after?.list ?? -1).take(limit + 1)]
  const page = shown.slice(0, limit)
  const items = page.map(({ list, rank, fabric }) => {
    const item = fabricAt(db, index, fabric)
    last[list] = [rank, item.manufacturer, item.collection, item.name, item.id]
    return item
  })
  return {
    items,
    next: shown.length > limit ? { way, list: page.at(-1)?.list ?? 0, last } : null,
    // Others may have searched meanwhile.
    report: () =>
      reportOf({ searched: { ...searched, find: createFind(index) }, filters, question, answer, page }),
  }
}
