import type { MakerRecord } from '../../kit/repositories.ts'
import { foldWords } from '../../kit/text.ts'
import type { Connection } from '../database.ts'
import { joined, type LineWords, usualSpelling, wordsOfLine } from './words.ts'

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
}

export const spell = (text: string): readonly string[] => foldWords(text).map(usualSpelling)

/** With a space before each word, so that a text can be looked for at the beginning of words. */
export const spaced = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('')

function namedAs(name: string): Named {
  const folded = foldWords(name)
  const words = folded.map(usualSpelling)
  return { name, whole: joined(folded), words, text: spaced(words) }
}

/** All lines of one state of the catalog, in the order of D5: thousands for millions of fabrics. */
export class Lines {
  readonly all: readonly Line[]
  readonly #byId: ReadonlyMap<number, Line>
  readonly #named = new Map<Facet, readonly Named[]>()

  constructor(db: Connection) {
    const rows: readonly LineRow[] = JSON.parse(db.value<string>(ALL_LINES) ?? '[]')
    this.all = rows.map((row) => new LazyLine(row))
    this.#byId = new Map(this.all.map((line) => [line.id, line]))
  }

  byId(id: number): Line {
    const line = this.#byId.get(id)
    if (line === undefined) throw new Error(`A fabric is in line ${id}, which is not there.`)
    return line
  }

  /** All makers or collections, in the order of D5. Folding thousands of names takes 10 ms, so they are kept. */
  named(facet: Facet): readonly Named[] {
    const names = () => [...new Set(this.all.map((line) => line[facet]))]
    const known = this.#named.get(facet) ?? names().map(namedAs)
    this.#named.set(facet, known)
    return known
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
