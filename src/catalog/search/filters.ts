import type { FabricFilter, FilterName } from '../../core/rooms.ts'
import type { CatalogIndex, Line } from './catalog-index.ts'
import { findWords } from './match.ts'
import { joined, readWords, tellingOf } from './question.ts'
import { spelledAgain } from './spelling.ts'
import { wordsOf } from './vocabulary.ts'

const FILTERS: readonly FilterName[] = ['manufacturer', 'collection']

/** What a filter stands for (D18). */
export interface FilterReading {
  readonly filter: FilterName
  readonly text: string
  /** The other filter, if only that has the name. */
  readonly readAs: FilterName
  readonly names: readonly string[]
  readonly lines: readonly Line[]
}

/** The lines of exactly this name, or else those with all its words, at least one of them in the field. */
function linesFor(index: CatalogIndex, filter: FilterName, text: string): readonly Line[] {
  const name = wordsOf(text).join(' ')
  const called = index.lines.filter((line) => line[filter].words.join(' ') === name)
  if (called.length > 0 || name === '') return called
  for (const words of spelledAgain(index, readWords(index, text).words)) {
    const found = tellingOf(findWords(index, words))
    const beginnings = [joined(words), ...found.map((word) => word.text)]
    const lines = index.lines.filter((line) => {
      const own = line[filter]
      const isInField =
        own.shortNames.includes(joined(words)) ||
        own.words.some((word) => beginnings.some((beginning) => word.startsWith(beginning)))
      return isInField && found.every((word) => word.lines.has(line))
    })
    if (lines.length > 0) return lines
  }
  return []
}

export function readFilters(index: CatalogIndex, request: FabricFilter): readonly FilterReading[] {
  const isSomeOf = (lines: readonly Line[], makers: readonly string[]) =>
    index.lines.some((line) => makers.includes(line.manufacturer.name) && !lines.includes(line))
  return FILTERS.flatMap((filter) => {
    const text = request[filter]
    if (text === undefined) return []
    const reading = (readAs: FilterName, lines: readonly Line[]): FilterReading => {
      const names = [...new Set(lines.map((line) => line[readAs].name))]
      return { filter, text, readAs, lines, names }
    }
    const own = reading(filter, linesFor(index, filter, text))
    // The maker "Moda Bella" stands for a collection of Moda.
    if (filter === 'manufacturer' && isSomeOf(own.lines, own.names)) return reading('collection', own.lines)
    if (own.lines.length > 0) return own
    const other = filter === 'manufacturer' ? 'collection' : 'manufacturer'
    const swapped = reading(other, linesFor(index, other, text))
    return swapped.names.length === 1 ? swapped : own
  })
}
