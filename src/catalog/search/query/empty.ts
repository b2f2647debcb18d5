import { EMPTY_PAIRS, EMPTY_WORDS, MEASURE_WORDS } from './vocabulary.ts'

const isPair = (words: readonly string[], at: number) => EMPTY_PAIRS.has(`${words[at]} ${words[at + 1]}`)

/** A number before a measure, such as the 1 and the 2 of "1/2 yard". */
function isAmount(words: readonly string[], at: number): boolean {
  const [word = '', next = ''] = words.slice(at)
  if (!/^[\d ]+$/.test(word)) return false
  return MEASURE_WORDS.has(next) || isPair(words, at + 1) || isAmount(words, at + 1)
}

/** Whether a word and a neighbour are a pair that says nothing. */
const isOfPair = (words: readonly string[], at: number): boolean => isPair(words, at) || isPair(words, at - 1)

/** Whether a word of a question says nothing about which fabric is meant (D16, level 2). */
export const saysNothing = (words: readonly string[], at: number): boolean =>
  EMPTY_WORDS.has(words[at] ?? '') || isOfPair(words, at) || isAmount(words, at)
