import { colorNamed } from './colour-names.ts'
import { type CatalogIndex, isSku, linesWith } from './memory.ts'
import { type AskedWord, isFiller, textOf } from './question.ts'
import { SHORT_NAMES, withoutZeros } from './vocabulary.ts'

/** What else than fabrics words of a question may name: lines, colours, and the parts of a list. */

type Words = readonly AskedWord[]

/** Whether words stand beside each other in the name of a maker or collection; the last one may be a beginning. */
const areInLine = (index: CatalogIndex, words: Words): boolean =>
  linesWith(index, words[0]?.text ?? '').some((number) => {
    const { own, maker } = index.lines[number] ?? {}
    return own?.text.includes(` ${textOf(words)}`) || maker?.text.includes(` ${textOf(words)}`)
  })

/** Whether two words stand beside each other in such a name, or are one word of it. */
const areOfLine = (index: CatalogIndex, one: AskedWord, other: AskedWord): boolean =>
  linesWith(index, `${one.text}${other.text}`).length > 0 || areInLine(index, [one, other])

/** Whether words are a known short name. */
const areShort = (...words: Words): boolean => SHORT_NAMES.some(({ short }) => short === textOf(words))

/** "Kona1387" are two words, if the first one names a line. */
function lineAndNumber(index: CatalogIndex, word: AskedWord): Words {
  const [, line = '', number = ''] = /^(\p{L}{3,})(\d+)$/u.exec(word.text) ?? []
  const isLine = linesWith(index, line).length > 0 || SHORT_NAMES.some(({ short }) => short === line)
  if (!isLine) return [word]
  return [
    { ...word, text: line, spelled: line, kind: 'word' },
    { ...word, text: number, spelled: number },
  ]
}

/**
 * A question that knows which of its words name a line: short names, and words of a line that are none for a colour.
 * A filler behind a word with which it stands in the name of a line ("American Made Brand") is a word of it, and a
 * separator within such a name ("Ruby + Bee") separates nothing.
 */
export function withLines(index: CatalogIndex, written: Words): Words {
  const words: AskedWord[] = []
  let run: Words = []
  for (const word of written.flatMap((each) => lineAndNumber(index, each))) {
    const isOfALine = linesWith(index, word.text).length > 0
    const isOfName = isFiller(word) && isOfALine && run.length > 0 && areInLine(index, [...run, word])
    words.push(isOfName ? { ...word, kind: 'word' } : word)
    run = isOfName ? [...run, word] : word.kind === 'word' ? [word] : []
  }
  const telling = words.filter((word) => !isFiller(word))
  const ofLines = new Set<AskedWord>()
  const joints: number[] = []
  for (const [at, word] of telling.entries()) {
    const before = telling[at - 1]
    const isOfLine = linesWith(index, word.text).length > 0 && colorNamed([word.text]) === undefined
    if (isOfLine || areShort(word)) ofLines.add(word)
    if (before === undefined) continue
    const isBeside = areOfLine(index, before, word)
    if (isBeside && before.part < word.part) joints.push(word.part)
    if (isBeside || areShort(before, word)) ofLines.add(before).add(word)
  }
  return words.map((word) => ({
    ...word,
    isOfLine: word.kind === 'word' && ofLines.has(word),
    part: word.part - joints.filter((part) => part <= word.part).length,
  }))
}

/** A question that names a colour in words (D16, D17). */
export interface NamedColor {
  readonly hex: string
  /** The words of its name. */
  readonly name: Words
  /** The words that name a line. */
  readonly ofLines: Words
  /** Whether no word stands between the name and the line. */
  readonly isWhole: boolean
}

/** The colour that all words outside of lines name. Without one, tones before the name may be left out. */
export function namedColor(words: Words): NamedColor | undefined {
  const telling = words.filter((word) => !isFiller(word))
  const named = (written: Words, ofLines: Words): NamedColor | undefined => {
    // "Purples dark" are dark purples.
    const from = written.findLastIndex(({ kind }) => kind !== 'tone') + 1
    const said = [...written.slice(from), ...written.slice(0, from)]
    for (let from = 0; from < said.length; from += 1) {
      const name = said.slice(from)
      const hex = colorNamed(name.map(({ text }) => text))
      if (hex !== undefined) return { hex, name, ofLines, isWhole: from === 0 }
      if (said[from]?.kind !== 'tone') return undefined
    }
    return undefined
  }
  return (
    named(telling, []) ??
    named(
      telling.filter(({ isOfLine }) => !isOfLine),
      telling.filter(({ isOfLine }) => isOfLine),
    )
  )
}

/** Whether a colour is asked for in the plural: "teals", "light blues". */
export const isPlural = (named: NamedColor | undefined): boolean => {
  const last = named?.name.at(-1)
  return last !== undefined && last.spelled !== last.text && last.spelled.endsWith('s')
}

/** Whether a colour family is asked for, or another colour in the plural (D17.11). */
export function isFamily(named: NamedColor | undefined): boolean {
  const [only, ...others] = named?.name ?? []
  const isOneWord = others.length === 0 && named?.isWhole === true
  return (isOneWord && (only?.kind === 'family' || only?.kind === 'foreign')) || isPlural(named)
}

/** The parts of a list (D17.8), none if the question is none. A line that only one part names holds for all. */
export function partsOf(index: CatalogIndex, words: Words): readonly Words[] {
  const groups = new Map<number, { own: AskedWord[]; ofLines: AskedWord[] }>()
  const byPiece = isListOfSkus(index, words)
  for (const word of words) {
    const key = byPiece ? (word.isOfLine || isFiller(word) ? -1 : word.piece) : word.part
    const group = groups.get(key) ?? { own: [], ofLines: [] }
    groups.set(key, group)
    if (word.isOfLine) group.ofLines.push(word)
    else group.own.push(word)
  }
  const isNamed = ({ own }: { own: Words }) => own.some((word) => !isFiller(word))
  const all = [...groups.values()].filter((group) => isNamed(group) || group.ofLines.length > 0)
  if (groups.size < 2) return []
  const named = all.filter(isNamed)
  const withLine = all.filter(({ ofLines }) => ofLines.length > 0)
  const [only] = named
  // "navy in kona or bella": the same of each line.
  if (only !== undefined && named.length === 1 && all.length > 1)
    return withLine.map(({ ofLines }) => [...ofLines, ...only.own])
  const [shared] = withLine
  if (shared !== undefined && withLine.length === 1)
    return named.map(({ own }) => [...shared.ofLines, ...own])
  return all.map(({ own, ofLines }) => [...ofLines, ...own])
}

/** Whether a question without separators names several fabrics by their SKUs or numbers, and else only lines. */
function isListOfSkus(index: CatalogIndex, words: Words): boolean {
  const pieces = new Map<number, string>()
  for (const { piece, spelled } of words.filter((word) => !word.isOfLine && !isFiller(word)))
    pieces.set(piece, (pieces.get(piece) ?? '') + spelled)
  const isNumber = (text: string) =>
    /\p{Nd}/u.test(text) && (isSku(index, text) || index.bySkuEnd.has(withoutZeros(text)))
  return words.every(({ part }) => part === 0) && pieces.size > 1 && [...pieces.values()].every(isNumber)
}

/** A question for what is nearest to a fabric in another line. */
interface Match {
  /** The words of the line. */
  readonly line: Words
  /** The words of the fabric. */
  readonly fabric: Words
}

/**
 * The ways to read a question as "this fabric in that line": "kona curry in bella", "bella match for kona ash". Words that
 * only ask stand between the two, or at the end: "kona curry bella equivalent".
 */
export function* matchesBetweenLines(words: Words): Generator<Match> {
  const isLine = (some: Words) =>
    some.some(({ isOfLine }) => isOfLine) && some.every((word) => word.isOfLine || isFiller(word))
  const isAskedAtEnd = words.at(-1)?.kind === 'asking'
  /** Without the words at both ends that only ask: "match for kona ash". */
  const named = (some: Words) => {
    const isNamed = ({ kind }: AskedWord) => kind !== 'asking'
    return some.slice(Math.max(0, some.findIndex(isNamed)), some.findLastIndex(isNamed) + 1)
  }
  for (let at = 1; at < words.length; at += 1) {
    const [before, behind] = [named(words.slice(0, at)), named(words.slice(at))]
    const isBetween = words[at]?.kind === 'asking'
    if ((isBetween || isAskedAtEnd) && isLine(behind)) yield { line: behind, fabric: before }
    if (isBetween && isLine(before)) yield { line: before, fabric: behind }
  }
}

/** Whether the supply guides know a word: one is called so, or they speak of it with a word beside it (D16). */
export function isOfGuides({ guides }: CatalogIndex, words: Words, at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]].map((each) => each?.text)
  return (
    guides.names.includes(` ${word} `) ||
    [`${before} ${word}`, `${word} ${after}`].some((pair) => guides.texts.includes(` ${pair} `))
  )
}
