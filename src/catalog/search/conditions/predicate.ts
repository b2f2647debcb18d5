import { type FabricWords, joined, type LineWords } from '../query/words.ts'
import type { Condition, Feature } from './conditions.ts'

/** A fabric in memory, with the words of its line. */
export interface Candidate {
  readonly fabric: FabricWords
  readonly line: LineWords
  readonly hasColor: boolean
}

const begins = (words: readonly string[], pairs: readonly string[], text: string): boolean =>
  words.some((word) => word.startsWith(text)) || pairs.includes(text)

const inside = (words: readonly string[], text: string): boolean => words.some((word) => word.includes(text))

const MEANINGS: Readonly<Record<Feature, (candidate: Candidate, text: string) => boolean>> = {
  name: ({ fabric }, text) => fabric.names.includes(text),
  nameStart: ({ fabric }, text) => fabric.starts.some((name) => name.startsWith(text)),
  nameWord: ({ fabric }, text) => begins(fabric.words, fabric.pairs, text),
  lineWord: ({ line }, text) => begins(line.words, line.pairs, text),
  maker: ({ line }, text) => joined(line.maker) === text,
  collection: ({ line }, text) => joined(line.collection) === text,
  collectionStart: ({ line }, text) => `${joined(line.collection)}_`.startsWith(`${text}_`),
  inside: ({ fabric, line }, text) => inside(fabric.words, text) || inside(line.words, text),
  nameInside: ({ fabric }, text) => inside(fabric.words, text),
  sku: ({ fabric }, text) => fabric.sku === text,
  skuStart: ({ fabric }, text) => fabric.sku !== '' && fabric.sku.startsWith(text),
  colored: ({ hasColor }) => hasColor,
}

/** Whether a fabric meets a condition. This defines its meaning, and full-text search has to agree with it. */
export function accepts(condition: Condition, candidate: Candidate): boolean {
  switch (condition.is) {
    case 'has':
      return MEANINGS[condition.feature](candidate, condition.text)
    case 'named':
      return condition.names.has(joined(candidate.line[condition.feature]))
    case 'all':
      return condition.of.every((each) => accepts(each, candidate))
    case 'any':
      return condition.of.some((each) => accepts(each, candidate))
    case 'but':
      return accepts(condition.one, candidate) && !accepts(condition.without, candidate)
  }
}
