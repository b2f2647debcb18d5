import type { FabricFilter, FilterName } from '../../core/rooms.ts'
import type { Bits } from './bits.ts'
import type { CatalogIndex, Line } from './catalog-index.ts'
import type { Find } from './match.ts'
import { joined, readWords, tellingOf, type Words, writtenParts } from './question.ts'
import { spelledAgain } from './spelling.ts'
import { runsOf } from './vocabulary.ts'

const FILTERS: readonly FilterName[] = ['manufacturer', 'collection']

/** What a filter stands for (D18). */
export interface FilterReading {
  readonly filter: FilterName
  readonly text: string
  /** The other filter, if only that has the name; `collection`, if only some lines of a maker are meant. */
  readonly readAs: FilterName
  readonly names: readonly string[]
  readonly lines: readonly Line[]
}

/** The lines of exactly this name, or else those with all its words, at least one of them in the field. */
function linesFor(index: CatalogIndex, find: Find, filter: FilterName, asked: Words): readonly Line[] {
  const name = joined(asked)
  const called = index.lines.filter((line) => line[filter].words.join('') === name)
  if (called.length > 0 || asked.length === 0) return called
  for (const words of spelledAgain(index, asked)) {
    const found = tellingOf(find(words))
    const beginnings = [joined(words), ...found.map((word) => word.text)]
    const lines = index.lines.filter((line) => {
      const own = line[filter]
      const isShort = [words, found].some((some) => own.shortNames.includes(joined(some)))
      const begins = (run: readonly string[]) => beginnings.some((each) => run.join('').startsWith(each))
      const isInField = isShort || runsOf(own.words).some(begins)
      return isInField && found.every((word) => word.lines.has(line))
    })
    if (lines.length > 0) return lines
  }
  return []
}

/** The whole text as a name of the filter, or else of the other; or else its parts: "Kona or Bella". */
function readFilter(index: CatalogIndex, find: Find, filter: FilterName, text: string): FilterReading {
  const other: FilterName = filter === 'manufacturer' ? 'collection' : 'manufacturer'
  const words = readWords(index, text)
  for (const parts of [[words], writtenParts(words)])
    for (const readAs of [filter, other]) {
      const found = parts.map((part) => linesFor(index, find, readAs, part))
      const isOne = (lines: readonly Line[]) => namesOf(lines, readAs).length === 1
      const isFound = readAs === filter ? found.every(({ length }) => length > 0) : found.every(isOne)
      if (!isFound) continue
      const lines = found.flat()
      const makers = namesOf(lines, 'manufacturer')
      // The maker "Moda Bella" stands for a collection of Moda.
      const hasOtherLines = index.lines.some(
        (line) => makers.includes(line.manufacturer.name) && !lines.includes(line),
      )
      const meant = hasOtherLines ? 'collection' : readAs
      return { filter, text, readAs: meant, names: namesOf(lines, meant), lines }
    }
  return { filter, text, readAs: filter, names: [], lines: [] }
}

const namesOf = (lines: readonly Line[], of: FilterName): readonly string[] => [
  ...new Set(lines.map((line) => line[of].name)),
]

export function readFilters(index: CatalogIndex, find: Find, request: FabricFilter): FilterReading[] {
  return FILTERS.flatMap((filter) => {
    const text = request[filter]
    return text === undefined ? [] : [readFilter(index, find, filter, text)]
  })
}

/** The fabrics of lines that all of them name; `index.all` itself without filters. */
export const fabricsWithin = (index: CatalogIndex, filters: readonly FilterReading[]): Bits =>
  filters.length === 0
    ? index.all
    : index.fabricsOf(index.lines.filter((line) => filters.every(({ lines }) => lines.includes(line))))
