import type { Connection } from '../database.ts'
import { MOST_INSIDES, MOST_KEPT_WORDS } from '../tuning.ts'
import { type Condition, has } from './conditions.ts'
import { onceEach } from './once.ts'
import { fabricsWith, type WordList } from './spelling.ts'
import { matchOf, SHORTEST_PART } from './tokens.ts'

/** Where the catalog has a word. A search need not look for it anywhere else. */
export interface Usage {
  /** Some name has a word that begins with it. */
  readonly inNames: boolean
  /** The same of collections and makers. */
  readonly inLines: boolean
  /** The words that contain it, but not at the beginning (D14); `undefined` when they are too many to name. */
  readonly insides: readonly string[] | undefined
}

/** What reading a question needs to know about the words of the catalog. */
export interface Lexicon {
  /** Whether some SKU without separators begins with the text. */
  hasSku(beginning: string): boolean
  /** Words of the catalog that a misspelt one may mean, the likeliest first (D16, level 4). */
  spellings(word: string): readonly string[]
  isKnown(word: string): boolean
  usage(word: string): Usage
}

/** Whether some fabric meets a condition of one feature. */
function isAnywhere(db: Connection, condition: Condition): boolean {
  const match = matchOf(condition)
  return (
    match !== undefined &&
    db.value('select 1 from features where features match ? limit 1', match) !== undefined
  )
}

function insidesOf(db: Connection, word: string): Usage['insides'] {
  if ([...word].length < SHORTEST_PART) return []
  const found = db.values<string>(
    `select words.word from word_parts join words on words.id = word_parts.rowid
     where word_parts match ? limit cast(? as integer)`,
    `"${word}"`,
    MOST_INSIDES,
  )
  return found.length < MOST_INSIDES ? found.filter((each) => !each.startsWith(word)) : undefined
}

function usageOf(db: Connection, word: string): Usage {
  let insides: { readonly words: Usage['insides'] } | undefined
  return {
    inNames: isAnywhere(db, has('nameWord', word)),
    inLines: isAnywhere(db, has('lineWord', word)),
    // Made on demand, because few searches need it.
    get insides() {
      insides ??= { words: insidesOf(db, word) }
      return insides.words
    },
  }
}

/** It keeps its answers for one state of the catalog, because questions and their levels ask for the same words. */
export function lexiconOf(db: Connection, spellings: WordList): Lexicon {
  const kept = <Answer>(ask: (word: string) => Answer) => onceEach(ask, MOST_KEPT_WORDS)
  return {
    hasSku: kept((beginning) => isAnywhere(db, has('skuStart', beginning))),
    usage: kept((word) => usageOf(db, word)),
    spellings: kept((word) => spellings.spellingsOf(word)),
    isKnown: kept((word) => fabricsWith(db, word) > 0),
  }
}
