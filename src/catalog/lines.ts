import type { MakerRecord } from '../kit/repositories.ts'

import type { Connection } from './database.ts'

import { type LineWords, wordsOfLine } from './words.ts'

/** A collection of a maker. */
export interface Line {
  readonly id: number
  readonly manufacturer: string
  readonly collection: string
  readonly fabrics: number
  readonly words: LineWords
}

/** All lines of one state of the catalog, in the order of D5: thousands, where fabrics are millions. */
export class Lines {
  readonly all: readonly Line[]
  readonly #byId: ReadonlyMap<number, Line>

  constructor(db: Connection, before?: Lines) {
    const rows = db.rows<Omit<Line, 'words'>>(
      'select id, manufacturer, collection, fabrics from lines order by manufacturer, collection',
    )
    // Words are folded once for each line.
    this.all = rows.map((row) => {
      const known = before === undefined ? undefined : before.#byId.get(row.id)
      const isSame = known?.manufacturer === row.manufacturer && known.collection === row.collection
      return {
        ...row,
        words: known !== undefined && isSame ? known.words : wordsOfLine(row.manufacturer, row.collection),
      }
    })
    this.#byId = new Map(this.all.map((line) => [line.id, line]))
  }

  byId(id: number): Line {
    const line = this.#byId.get(id)
    if (line === undefined) throw new Error(`A fabric is in line ${id}, which is not there.`)
    return line
  }

  makers(): readonly MakerRecord[] {
    const makers = new Map<string, { collection: string; fabrics: number }[]>()
    for (const { manufacturer, collection, fabrics } of this.all) {
      makers.set(manufacturer, [...(makers.get(manufacturer) ?? []), { collection, fabrics }])
    }
    return [...makers].map(([manufacturer, collections]) => ({
      manufacturer,
      fabrics: collections.reduce((sum, { fabrics }) => sum + fabrics, 0),
      collections,
    }))
  }
}
