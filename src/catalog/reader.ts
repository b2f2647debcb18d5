import { setImmediate } from 'node:timers/promises'
import { AppError, catalogUnavailable } from '../core/errors.ts'
import { onceEach } from '../core/once-each.ts'
import type { SupplyCategory, SupplyRecord } from '../core/repositories.ts'
import type { Connection } from './database.ts'
import { suppliesOf } from './guide-table.ts'
import { ColorCells } from './search/colors/color-table.ts'
import { Lines } from './search/lines.ts'
import { Lists } from './search/pages/lists.ts'
import { Walks } from './search/pages/walks.ts'
import { CatalogWords } from './search/readings/catalog-words.ts'
import { lexiconOf } from './search/readings/lexicon.ts'
import { candidateOf, rowAt } from './search/rows.ts'
import type { Snapshot } from './search/snapshot.ts'
import { MOST_KEPT_FABRICS } from './tuning.ts'

/** Searches one file. It keeps parts of the file in memory, and reads them again when the file changes. */
export class Reader {
  readonly db: Connection
  #version: string | undefined
  #kept: Snapshot | undefined
  #guides = { version: '', of: new Map<SupplyCategory, readonly SupplyRecord[]>() }

  constructor(db: Connection) {
    this.db = db
  }

  version = (): string =>
    this.#trying(() => this.db.value<string>("select value from meta where key = 'version'") ?? '')

  /** Runs a read of one state of the catalog. If anything goes wrong, the catalog is unavailable (§7). */
  read<Answer>(answer: (snapshot: Snapshot) => Answer): Answer {
    return this.#trying(() => this.db.reading(() => answer(this.#snapshot())))
  }

  /** Reads on in a state that was read before. The catalog is unavailable for that once it has changed. */
  readOn<Answer>(before: Snapshot, answer: () => Answer): Answer {
    return this.read((snapshot) => {
      if (snapshot !== before) throw new Error('The catalog has changed meanwhile.')
      return answer()
    })
  }

  /**
   * Reads what searches keep in memory before the first search comes. It reads in steps, because a server may
   * be searching another edition: at a million fabrics reading the lines takes 5 to 10 ms of processor time, folding
   * their names as much, and the words 25 ms in twelve steps.
   */
  async warm(): Promise<void> {
    try {
      const loading = this.read(({ catalogWords }) => catalogWords.loading())
      await setImmediate()
      this.read(({ cells }) => cells.layers)
      await setImmediate()
      this.read(({ lines }) => lines.named('manufacturer'))
      this.read(({ lines }) => lines.named('collection'))
      do await setImmediate()
      while (!loading.next().done)
    } catch {
      // The catalog is empty or broken. Searches will report it.
    }
  }

  /** The guides of a category, in editorial order. Throws `catalog_unavailable` when there are none. */
  guides(category: SupplyCategory): readonly SupplyRecord[] {
    return this.#trying(() => {
      const version = this.version()
      if (version !== this.#guides.version) this.#guides = { version, of: new Map() }
      const known = this.#guides.of.get(category) ?? suppliesOf(this.db, category)
      if (known.length === 0) throw catalogUnavailable()
      this.#guides.of.set(category, known)
      return known
    })
  }

  /** Why the catalog cannot be searched, for operators; `undefined` when it can. */
  problem(): string | undefined {
    try {
      const isEmpty = this.db.value('select 1 from fabrics limit 1') === undefined
      return isEmpty ? 'The catalog is empty.' : undefined
    } catch {
      return 'The catalog cannot be read.'
    }
  }

  #trying<Answer>(read: () => Answer): Answer {
    try {
      return read()
    } catch (error) {
      throw error instanceof AppError ? error : catalogUnavailable(error)
    }
  }

  #snapshot(): Snapshot {
    const version = this.version()
    if (this.#kept === undefined || version !== this.#version) {
      const { db } = this
      const lines = new Lines(db)
      const catalogWords = new CatalogWords(db, this.#kept?.catalogWords)
      this.#kept = {
        db,
        lines,
        fabricAt: onceEach((position: number) => candidateOf(lines, rowAt(db, position)), MOST_KEPT_FABRICS),
        cells: new ColorCells(db),
        catalogWords,
        lexicon: lexiconOf(db, catalogWords),
        lists: new Lists(db),
        walks: new Walks(),
      }
      this.#version = version
    }
    if (this.#kept.lines.all.length === 0) throw catalogUnavailable()
    return this.#kept
  }
}
