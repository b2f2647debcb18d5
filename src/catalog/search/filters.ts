import type { FabricFilter, FilterName } from '../../core/rooms.ts'
import type { CatalogIndex, Line } from './catalog-index.ts'
import { findWords } from './match.ts'
import { joined, readWords, separated, tellingOf } from './question.ts'
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

/** No list has more parts (D17.8). */
const MOST_PARTS = 12

/** "Kona or Bella" names two lines, if each part alone names some. */
function readParts(index: CatalogIndex, filter: FilterName, text: string): FilterReading[] {
  const parts = separated(text)
  if (parts.length === 1 || parts.length > MOST_PARTS) return []
  const read: FilterReading[] = []
  for (const part of parts) {
    const reading = readFilter(index, filter, part)
    if (reading.lines.length === 0 || reading.readAs !== (read[0] ?? reading).readAs) return []
    read.push(reading)
  }
  return read
}

function readFilter(index: CatalogIndex, filter: FilterName, text: string): FilterReading {
  const reading = (readAs: FilterName, lines: readonly Line[]): FilterReading => {
    const names = [...new Set(lines.map((line) => line[readAs].name))]
    return { filter, text, readAs, lines, names }
  }
  const own = reading(filter, linesFor(index, filter, text))
  const isSomeOf = (makers: readonly string[]) =>
    index.lines.some((line) => makers.includes(line.manufacturer.name) && !own.lines.includes(line))
  // The maker "Moda Bella" stands for a collection of Moda.
  if (filter === 'manufacturer' && isSomeOf(own.names)) return reading('collection', own.lines)
  if (own.lines.length > 0) return own
  const other = filter === 'manufacturer' ? 'collection' : 'manufacturer'
  const swapped = reading(other, linesFor(index, other, text))
  if (swapped.names.length === 1) return swapped
  const parts = readParts(index, filter, text)
  const [first] = parts
  return first === undefined
    ? own
    : reading(
        first.readAs,
        parts.flatMap(({ lines }) => lines),
      )
}

export const readFilters = (index: CatalogIndex, request: FabricFilter): readonly FilterReading[] =>
  FILTERS.flatMap((filter) => {
    const text = request[filter]
    return text === undefined ? [] : [readFilter(index, filter, text)]
  })
