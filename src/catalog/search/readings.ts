import { colorNamed } from './colour-names.ts'
import { type CatalogIndex, isSku, skusEndingWith } from './memory.ts'
import { type AskedWord, isFiller } from './question.ts'
import { SHORT_NAMES, withoutZeros } from './vocabulary.ts'

/** What else than fabrics words of a question may name: lines, colours, and the parts of a list. */

const textOf = (words: readonly AskedWord[]) => words.map(({ text }) => text).join(' ')

/** Whether two words stand beside each other in the name of a maker or collection, or are one word of it. */
function areOfLine({ wordIds, linesOf, lines }: CatalogIndex, one: string, other: string): boolean {
  const isOfLine = (word: string) => linesOf[wordIds.get(word) ?? -1] !== undefined
  if (isOfLine(`${one}${other}`)) return true
  if (!isOfLine(one) || !isOfLine(other)) return false
  const beside = ` ${one} ${other}`
  return lines.some(({ maker, own }) => own.text.includes(beside) || maker.text.includes(beside))
}

/** Whether each word of a question names a line: it is a word of one, or short for one, and no word for a colour. */
function lineWordsOf(index: CatalogIndex, words: readonly AskedWord[]): readonly boolean[] {
  const isShort = (some: readonly AskedWord[]) => SHORT_NAMES.some(({ short }) => short === textOf(some))
  const arePair = (at: number) => {
    const [one, other] = words.slice(at, at + 2)
    if (at < 0 || one === undefined || other === undefined) return false
    return isShort([one, other]) || areOfLine(index, one.text, other.text)
  }
  return words.map((word, at) => {
    if (word.kind !== 'word') return false
    const isOfLine = index.linesOf[index.wordIds.get(word.text) ?? -1] !== undefined
    if (isShort([word]) || (isOfLine && colorNamed([word.text]) === undefined)) return true
    return arePair(at) || arePair(at - 1)
  })
}

/** A question in which a separator within the name of a line, as in "Ruby + Bee", separates nothing. */
export function withLinesTogether(index: CatalogIndex, words: readonly AskedWord[]): readonly AskedWord[] {
  const telling = words.filter((word) => !isFiller(word))
  const joints = telling.flatMap((word, at) => {
    const before = telling[at - 1]
    return before !== undefined && before.part < word.part && areOfLine(index, before.text, word.text)
      ? [word.part]
      : []
  })
  if (joints.length === 0) return words
  return words.map((word) => ({
    ...word,
    part: word.part - joints.filter((part) => part <= word.part).length,
  }))
}

/** A question that names a colour in words (D16, D17). */
export interface NamedColor {
  readonly hex: string
  /** The words of its name. */
  readonly name: readonly AskedWord[]
  /** The words that name a line. */
  readonly ofLines: readonly AskedWord[]
  /** Whether no word stands between the name and the line. */
  readonly isWhole: boolean
}

/** The colour that all words outside of lines name. Without one, tones before the name may be left out. */
export function namedColor(index: CatalogIndex, words: readonly AskedWord[]): NamedColor | undefined {
  const telling = words.filter((word) => !isFiller(word))
  const isOfLine = lineWordsOf(index, telling)
  const wholly = named(telling, [])
  if (wholly !== undefined) return wholly
  return named(
    telling.filter((_, at) => !isOfLine[at]),
    telling.filter((_, at) => isOfLine[at]),
  )
}

function named(said: readonly AskedWord[], ofLines: readonly AskedWord[]): NamedColor | undefined {
  for (let from = 0; from < said.length; from += 1) {
    const name = said.slice(from)
    const hex = colorNamed(name.map(({ text }) => text))
    if (hex !== undefined) return { hex, name, ofLines, isWhole: from === 0 }
    if (said[from]?.kind !== 'tone') return undefined
  }
  return undefined
}

/** The parts of a list (D17.8), none if the question is none. A line that only one part names holds for all. */
export function partsOf(index: CatalogIndex, words: readonly AskedWord[]): readonly (readonly AskedWord[])[] {
  const isOfLine = lineWordsOf(index, words)
  const groups = new Map<number, { own: AskedWord[]; ofLines: AskedWord[] }>()
  const byPiece = isListOfSkus(index, words, isOfLine)
  for (const [at, word] of words.entries()) {
    const key = byPiece ? (isOfLine[at] || isFiller(word) ? -1 : word.piece) : word.part
    const group = groups.get(key) ?? { own: [], ofLines: [] }
    groups.set(key, group)
    if (isOfLine[at]) group.ofLines.push(word)
    else group.own.push(word)
  }
  const all = [...groups.values()]
  if (all.length < 2) return []
  const isNamed = ({ own }: (typeof all)[number]) => own.some((word) => !isFiller(word))
  const named = all.filter(isNamed)
  const linesOnly = all.filter((group) => !isNamed(group) && group.ofLines.length > 0)
  const [only] = named
  // "navy in kona or bella": the same of each line.
  if (only !== undefined && named.length === 1 && linesOnly.length > 0)
    return [only, ...linesOnly].flatMap(({ ofLines }) =>
      ofLines.length > 0 ? [[...ofLines, ...only.own]] : [],
    )
  const [shared, ...others] = all.filter(({ ofLines }) => ofLines.length > 0)
  if (shared !== undefined && others.length === 0) return named.map(({ own }) => [...shared.ofLines, ...own])
  return all
    .filter((group) => isNamed(group) || group.ofLines.length > 0)
    .map(({ own, ofLines }) => [...ofLines, ...own])
}

/** Whether a question without separators names several fabrics by their SKUs or numbers, and else only lines. */
function isListOfSkus(
  index: CatalogIndex,
  words: readonly AskedWord[],
  isOfLine: readonly boolean[],
): boolean {
  if (words.some(({ part }) => part > 0)) return false
  const pieces = new Map<number, string>()
  for (const [at, word] of words.entries()) {
    if (isOfLine[at] || isFiller(word)) continue
    pieces.set(word.piece, (pieces.get(word.piece) ?? '') + word.spelled)
  }
  const isNumber = (text: string) =>
    /\p{Nd}/u.test(text) && (isSku(index, text) || !skusEndingWith(index, withoutZeros(text)).next().done)
  return pieces.size > 1 && [...pieces.values()].every(isNumber)
}

/** Whether the supply guides know a word: one is called so, or they speak of it with a word beside it (D16). */
export function isOfGuides({ guides }: CatalogIndex, words: readonly AskedWord[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]].map((each) => each?.text)
  return (
    guides.names.includes(` ${word} `) ||
    [`${before} ${word}`, `${word} ${after}`].some((pair) => guides.texts.includes(` ${pair} `))
  )
}
