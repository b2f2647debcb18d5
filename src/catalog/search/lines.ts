import { onceEach } from '../../core/once-each.ts'
import type { MakerRecord } from '../../core/repositories.ts'
import { foldWords } from '../../core/text.ts'
import type { Connection } from '../database.ts'
import type { Range } from './conditions/conditions.ts'
import { joined, type LineWords, usualSpelling, wordsOfLine } from './query/words.ts'

/** A collection of a maker. */
export interface Line {
  readonly id: number
  readonly manufacturer: string
  readonly collection: string
  readonly fabrics: number
  readonly words: LineWords
}

type LineRow = readonly [id: number, manufacturer: string, collection: string, fabrics: number]

/** All rows come as one text, because a value of its own for each column takes longer than to read the table. */
const ALL_LINES = `
  select json_group_array(json_array(id, manufacturer, collection, fabrics) order by manufacturer, collection)
  from lines`

/** Folds its words on demand: few lines need them, and folding all takes ten times as long as reading the rows. */
class LazyLine implements Line {
  readonly id: number
  readonly manufacturer: string
  readonly collection: string
  readonly fabrics: number
  #words: LineWords | undefined

  constructor([id, manufacturer, collection, fabrics]: LineRow) {
    this.id = id
    this.manufacturer = manufacturer
    this.collection = collection
    this.fabrics = fabrics
  }

  get words(): LineWords {
    this.#words ??= wordsOfLine(this.manufacturer, this.collection)
    return this.#words
  }
}

export type Facet = 'manufacturer' | 'collection'

/** A maker or a collection. */
export interface Named {
  readonly name: string
  /** Folded, words joined by `_`. */
  readonly whole: string
  /** Folded, in their usual spelling (D14). */
  readonly words: readonly string[]
  /** The same with a space before each word. */
  readonly text: string
  /** Where its lines are in the order of D5; a collection of several makers has others between them. */
  readonly lines: { readonly first: number; readonly last: number; readonly count: number }
}

export const spell = (text: string): readonly string[] => foldWords(text).map(usualSpelling)

/** With a space before each word, so that a text can be looked for at the beginning of words. */
export const spaced = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('')

function namedAs(name: string, lines: Named['lines']): Named {
  const folded = foldWords(name)
  const words = folded.map(usualSpelling)
  return { name, whole: joined(folded), words, text: spaced(words), lines }
}

/** All lines of one state of the catalog, in the order of D5: thousands for millions of fabrics. */
export class Lines {
  readonly all: readonly Line[]
  readonly #places: ReadonlyMap<number, number>
  /** All makers or collections, in the order of D5. Folding thousands of names takes 10 ms, so they are kept. */
  readonly named: (facet: Facet) => readonly Named[]
  /** The position of the first fabric in a line, or in the lines after it. */
  readonly #startOf: (place: number) => number

  constructor(db: Connection) {
    const rows: readonly LineRow[] = JSON.parse(db.value<string>(ALL_LINES) ?? '[]')
    this.all = rows.map((row) => new LazyLine(row))
    this.#places = new Map(this.all.map((line, place) => [line.id, place]))
    this.named = onceEach((facet) => this.#namesOf(facet))
    this.#startOf = onceEach((place) => {
      const line = this.all[place]
      if (line === undefined) return Number.MAX_SAFE_INTEGER
      const sql = 'select position from fabrics where line = ? order by name, id limit 1'
      return db.value<number>(sql, line.id) ?? this.#startOf(place + 1)
    })
  }

  byId = (id: number): Line => {
    const line = this.all[this.#placeOf(id)]
    if (line === undefined) throw new Error(`A fabric is in line ${id}, which is not there.`)
    return line
  }

  /** The first position behind a line. */
  endOf = (id: number): number => this.#startOf(this.#placeOf(id) + 1)

  /** Where the fabrics of some makers or collections are. */
  rangeOf(names: readonly Named[]): Range {
    const first = Math.min(...names.map(({ lines }) => lines.first))
    const last = Math.max(...names.map(({ lines }) => lines.last))
    const count = names.reduce((sum, { lines }) => sum + lines.count, 0)
    return { from: this.#startOf(first), to: this.#startOf(last + 1), isTheirs: count === last - first + 1 }
  }

  #placeOf = (id: number): number => this.#places.get(id) ?? -1

  #namesOf(facet: Facet): readonly Named[] {
    const names = new Map<string, { first: number; last: number; count: number }>()
    for (const [place, line] of this.all.entries()) {
      const known = names.get(line[facet])
      if (known === undefined) {
        names.set(line[facet], { first: place, last: place, count: 1 })
      } else {
        known.last = place
        known.count += 1
      }
    }
    return Array.from(names, ([name, lines]) => namedAs(name, lines))
  }

  makers(): readonly MakerRecord[] {
    const makers = new Map<string, { collection: string; fabrics: number }[]>()
    for (const { manufacturer, collection, fabrics } of this.all) {
      const known = makers.get(manufacturer)
      if (known === undefined) makers.set(manufacturer, [{ collection, fabrics }])
      else known.push({ collection, fabrics })
    }
    return [...makers].map(([manufacturer, collections]) => ({
      manufacturer,
      fabrics: collections.reduce((sum, { fabrics }) => sum + fabrics, 0),
      collections,
    }))
  }
}
