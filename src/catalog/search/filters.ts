import { memoize } from '../../core/memoize.ts'
import type { FabricFilter } from '../../core/rooms.ts'
import { editDistance } from '../../core/text.ts'
import { setBits } from './bits.ts'
import type { CatalogIndex, Line } from './memory.ts'
import { editsAllowed } from './spelling.ts'
import { SHORT_NAMES, saysNothingOfLines, wordsOf } from './vocabulary.ts'

/** The two filters of a search. */
const FILTERS = ['manufacturer', 'collection'] as const
export type Filter = (typeof FILTERS)[number]

/** What a filter stands for (D18). */
export interface FilterReading {
  readonly filter: Filter
  readonly text: string
  /** What it was read as: the other filter, where only that has such a name. */
  readonly readAs: Filter
  /** The makers or collections that it stands for. */
  readonly names: readonly string[]
  readonly lines: ReadonlySet<Line>
}

export interface Filters {
  readonly readings: readonly FilterReading[]
  /** The lines that meet all filters. */
  readonly lines: readonly Line[]
  /** A bit for each fabric of theirs. */
  readonly bits: Uint32Array
}

const fieldOf = (line: Line, filter: Filter) => (filter === 'manufacturer' ? line.maker : line.own)
const other = (filter: Filter): Filter => (filter === 'manufacturer' ? 'collection' : 'manufacturer')

/** Whether some neighbouring words, written together, begin with a text: FreeSpirit for "Free Spirit". */
const beginsAtAWord = (words: readonly string[], text: string): boolean =>
  words.some((_, from) => words.slice(from).join('').startsWith(text))

/** The lines that a filter stands for: those of the first of these ways that finds any. */
function linesFor({ lines }: CatalogIndex, filter: Filter, text: string): readonly Line[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const telling = words.filter((word) => !saysNothingOfLines(word))
  const short = SHORT_NAMES.filter((name) => name.short === words.join(' ') && name[filter] !== '')
  const names = short.length > 0 ? short.map((name) => name[filter]) : [words.join(' ')]

  /** All words in the line, and one of them in the field itself. */
  const has =
    (some: readonly string[], isAlike: (word: string, asked: string) => boolean) => (line: Line) => {
      const own = fieldOf(line, filter).words
      const all = [...line.maker.words, ...line.own.words]
      return (
        some.some((asked) => own.some((word) => isAlike(word, asked))) &&
        some.every((asked) => all.some((word) => isAlike(word, asked)))
      )
    }
  const beginsWith = (word: string, asked: string) => word.startsWith(asked)
  const isSpelledLike = (word: string, asked: string) =>
    editDistance(asked, word, editsAllowed(asked)) !== undefined
  const ways: readonly ((line: Line) => boolean)[] = [
    (line) => fieldOf(line, filter).text === ` ${words.join(' ')}`,
    (line) => names.some((name) => fieldOf(line, filter).text.includes(` ${name}`)),
    has(words, beginsWith),
    has(telling, beginsWith),
    (line) =>
      [words, telling].some(
        (some) => some.length > 0 && beginsAtAWord(fieldOf(line, filter).words, some.join('')),
      ),
    has(telling, isSpelledLike),
  ]
  for (const way of ways) {
    const found = lines.filter(way)
    if (found.length > 0) return found
  }
  return []
}

const namesOf = (lines: readonly Line[], filter: Filter): readonly string[] => [
  ...new Set(lines.map((line) => line[filter])),
]

function readFilter(index: CatalogIndex, filter: Filter, text: string): FilterReading {
  const lines = linesFor(index, filter, text)
  const names = namesOf(lines, filter)
  if (lines.length > 0) return { filter, text, readAs: filter, names, lines: new Set(lines) }
  const swapped = other(filter)
  const others = linesFor(index, swapped, text)
  const called = namesOf(others, swapped)
  return called.length === 1
    ? { filter, text, readAs: swapped, names: called, lines: new Set(others) }
    : { filter, text, readAs: filter, names: [], lines: new Set() }
}

function bitsOf({ count }: CatalogIndex, lines: readonly Line[]): Uint32Array {
  const bits = new Uint32Array((count + 31) >>> 5)
  for (const { from, to } of lines) setBits(bits, from, to)
  return bits
}

const unfiltered = memoize(
  (index: CatalogIndex): Filters => ({ readings: [], lines: index.lines, bits: bitsOf(index, index.lines) }),
)

export function readFilters(index: CatalogIndex, request: FabricFilter): Filters {
  const readings = FILTERS.flatMap((filter) => {
    const text = request[filter]
    return text === undefined ? [] : [readFilter(index, filter, text)]
  })
  if (readings.length === 0) return unfiltered(index)
  const lines = index.lines.filter((line) => readings.every((reading) => reading.lines.has(line)))
  return { readings, lines, bits: bitsOf(index, lines) }
}
