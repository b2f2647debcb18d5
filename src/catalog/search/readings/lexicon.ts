import { once } from '../../../core/once.ts'
import { onceEach } from '../../../core/once-each.ts'
import type { Connection } from '../../database.ts'
import { MOST_INSIDES, MOST_KEPT_WORDS } from '../../tuning.ts'
import { type Condition, has } from '../conditions/conditions.ts'
import { matchOf, SHORTEST_PART } from '../conditions/tokens.ts'
import { usualSpelling } from '../query/words.ts'
import { type CatalogWords, fabricsWith } from './catalog-words.ts'
import type { Form } from './parts.ts'
import { spelled } from './respelling.ts'

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
  /** Whether some SKU without separators is the text. */
  isSku(text: string): boolean
  /** Whether some SKU without separators begins with the text. */
  beginsSku(text: string): boolean
  isKnown(word: string): boolean
  /** What a word stands for as it is written. */
  formsOf(word: string): readonly Form[]
  /** Level 4: the same forms, with other spellings of their word. */
  spelled(forms: readonly Form[]): readonly Form[]
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
export function lexiconOf(db: Connection, words: CatalogWords): Lexicon {
  const kept = <Asked, Answer>(ask: (asked: Asked) => Answer) => onceEach(ask, MOST_KEPT_WORDS)
  const isKnown = kept((word: string) => fabricsWith(db, word) > 0)
  return {
    isSku: kept((text: string) => isAnywhere(db, has('sku', text))),
    beginsSku: kept((text: string) => isAnywhere(db, has('skuStart', text))),
    isKnown,
    formsOf: kept((word: string): readonly Form[] =>
      [...new Set([word, usualSpelling(word)])].map((text) => ({
        as: 'word',
        text,
        usage: usageOf(db, text),
      })),
    ),
    spelled: once((forms: readonly Form[]) => spelled(forms, words, isKnown)),
  }
}
