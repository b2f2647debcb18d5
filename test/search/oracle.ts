import { CatalogIndex } from '../../src/catalog/search/catalog-index.ts'
import * as asked from '../../src/catalog/search/question.ts'
import { isUnknown, spelledAgain } from '../../src/catalog/search/spelling.ts'
import {
  colorNamed,
  compact,
  isForeignColor,
  ORDINARY,
  runsOf,
  spelledWordsOf,
  USES,
  usual,
} from '../../src/catalog/search/vocabulary.ts'
import { ciede2000, labOf } from '../../src/core/color.ts'
import { memoize } from '../../src/core/memoize.ts'
import type { FabricRecord, SupplyRecord } from '../../src/core/rooms.ts'

/**
 * The rules of D14 to D17, applied to all rows one by one. It shares with the search how a question is read, what names a
 * line or a colour, and how words are spelled; it shares nothing that finds, counts, ranks or orders fabrics.
 */

type Word = asked.AskedWord
type Words = asked.Words
type Row = ReturnType<typeof rowOf>
interface Ranked {
  readonly row: Row
  readonly rank: number
}
/** One list in its order, by words or by the distance from a colour. */
interface Found {
  readonly ranked: readonly Ranked[]
  readonly cost: number
  readonly isByColor?: boolean
}
type Find = (words: Words) => Found | undefined

const { isOfLine, joined, tellingOf } = asked
const inOrder = (one: Ranked, other: Ranked) => one.rank - other.rank || one.row.place - other.row.place
const withoutZeros = (text: string) => text.replace(/^0+(?=\d)/, '')
const beginningsOf = (words: readonly string[]) => words.map((_, at) => words.slice(0, at + 1).join(''))
const neighboursIn = (words: readonly string[]) => runsOf(words).map((run) => run.join(''))

function nearestTo(hex: string, among: readonly Row[]): Found | undefined {
  const distance = ({ hex: own = '' }: Row) => Math.round(ciede2000(labOf(hex), labOf(own)) * 1e6) / 1e6
  const ranked = among.map((row) => ({ row, rank: distance(row) })).sort(inOrder)
  return ranked.length === 0 ? undefined : { ranked, cost: 0, isByColor: true }
}

function rowOf(index: CatalogIndex, fabric: FabricRecord, place: number) {
  const spelled = spelledWordsOf(fabric.name)
  const { manufacturer, collection } = index.fabric(place).line
  const shortNames = [...manufacturer.shortNames, ...collection.shortNames]
  const { sku = '', colorHex: hex } = fabric
  const number = /[^\p{L}\p{N}](\d[\p{L}\p{N}]*)$/u.exec(sku)?.[1] ?? /\D(\d+)$/u.exec(sku)?.[1] ?? ''
  return {
    ...{ fabric, place, hex },
    name: spelled.map(usual),
    spelled,
    collection: collection.words,
    line: new Set([...neighboursIn(manufacturer.words), ...neighboursIn(collection.words), ...shortNames]),
    sku: compact(sku),
    number: withoutZeros(compact(number)),
  }
}

/** The runs of at most five words in which each word is, written together. */
const runsByWord = memoize((words: Words) => {
  const runs = runsOf(words, 5)
  return new Map(words.map((word) => [word, runs.filter((run) => run.includes(word)).map(joined)]))
})
const runsWith = (words: Words, word: Word): readonly string[] => runsByWord(words).get(word) ?? []

function isInLine({ line }: Row, word: Word, words: Words): boolean {
  const isWhole = runsWith(words, word).some((run) => line.has(run))
  return isWhole || (!asked.isWholeOnly(word) && [...line].some((each) => each.startsWith(word.text)))
}

/** Whether a word is two neighbours in a name, written together. */
const isCutIn = ({ name }: Row, text: string) =>
  name.some((first, at) => {
    const cut = text.length - (name[at + 1] ?? text).length
    const isCut = text.slice(0, cut) === first && text.slice(cut) === name[at + 1]
    return isCut && cut >= 3 && text.length - cut >= 3
  })

function tierOf(row: Row, words: Words, qualities: readonly number[]): number {
  const phrases = [joined(words), joined(tellingOf(words))]
  const name = row.name.join('')
  const ofLine = words.filter((word) => isOfLine(word) && isInLine(row, word, words))
  const others = ofLine.length === 0 ? [] : words.filter((word) => !ofLine.includes(word))
  if (qualities.includes(6)) return 0
  if (qualities.includes(5)) return 1
  const isBehindLine = joined(words) === row.collection.join('') + name
  if (name !== '' && (name === joined(others) || isBehindLine)) return 3
  if (name === phrases[0]) return 4
  if (phrases.some((text) => beginningsOf(row.collection).includes(text))) return 6
  if (qualities.includes(1)) return 11
  const isBegun = phrases.some((text) => name.startsWith(text))
  if (qualities.every((each) => each >= 4)) return isBegun ? 7 : 8
  return tellingOf(words).some(({ text }) => name.startsWith(text)) ? 9 : 10
}

/** @param fabrics all of the catalog in the order of D5. @param guides what supply guides say */
export function createOracle(fabrics: readonly FabricRecord[], guides: readonly SupplyRecord[]) {
  const toIndex = fabrics.map(({ sku = null, colorHex = null, ...rest }, key) => ({
    ...{ ...rest, key, sku, color_hex: colorHex },
  }))
  const steps = CatalogIndex.build({ version: '', counts: [fabrics.length], fabrics: toIndex, guides })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const index = step.value
  const rows = fabrics.map((fabric, place) => rowOf(index, fabric, place))
  const colored = rows.filter(({ hex }) => hex !== undefined)

  /** 0 missing, 1 inside, 2 line, 3 beginning of a word of the name, 4 word, 5 number of the SKU, 6 SKU. */
  function quality(row: Row, words: Words, word: Word): number {
    const { name, sku, number } = row
    const { text } = word
    const ways: (readonly [number, boolean])[] = [[2, isInLine(row, word, words)]]
    if (!asked.isWholeOnly(word)) {
      ways.push([3, name.some((each) => each.startsWith(text))], [4, isCutIn(row, text)])
      ways.push([1, text.length >= 4 && !ORDINARY.has(text) && name.some((each) => each.includes(text, 1))])
    }
    for (const whole of runsWith(words, word)) {
      ways.push([4, name.includes(whole)])
      if (!/\p{Nd}/u.test(whole)) continue
      ways.push([6, sku === whole], [2, whole.length >= 3 && sku.startsWith(whole)])
      const [, letters = '', digits = ''] = /^(\p{L}*)(\d.*)$/u.exec(whole) ?? []
      const isBeginning = digits.startsWith('0') && rows.some((each) => each.sku.startsWith(whole))
      const isNumber = number !== '' && number === withoutZeros(digits) && sku.startsWith(letters)
      const isVague = tellingOf(words).length === 1 && whole.length < 4 && /^\d/.test(whole)
      ways.push([isVague ? 1 : 5, isNumber && !isBeginning])
    }
    return Math.max(0, ...ways.flatMap(([how, isSo]) => (isSo ? [how] : [])))
  }

  /** All fabrics of the lowest cost: a missing family costs 1, a missing tone 100. */
  function byWords(words: Words, among: readonly Row[] = rows, isShortened = false): Found | undefined {
    const telling = tellingOf(words)
    const nameWords = telling.filter((word) => !isOfLine(word))
    const texts = nameWords.map(({ text }) => text)
    const [isColor, isForeign] = [colorNamed(texts) !== undefined, isForeignColor(texts)]
    const variantOf = ({ spelled }: Row) => {
      const same = runsOf(words).filter(
        (run) => run.map((word) => word.spelled).join('') === spelled.join(''),
      )
      return same.some((run) => run.length === spelled.length) ? 0 : same.length > 0 ? 1 : 2
    }
    const scored = (telling.length === 0 ? [] : among).flatMap((row) => {
      const qualityOf = new Map(telling.map((word) => [word, quality(row, words, word)]))
      const qualities = [...qualityOf.values()]
      const missing = telling.filter((word) => qualityOf.get(word) === 0)
      if (missing.some(({ kind }) => kind !== 'family' && kind !== 'tone')) return []
      const inName = (least: number) => nameWords.filter((word) => (qualityOf.get(word) ?? 0) >= least)
      const hasEnough = () => {
        if (missing.some(({ kind }) => kind === 'family')) {
          const named = inName(4).filter(({ kind }) => kind === 'word')
          const isWholeName = named.length > 0 && row.name.join('') === joined(named)
          return !isForeign && (isWholeName || (!isColor && named.some(asked.isColorName)))
        }
        const lineWords = telling.filter(isOfLine)
        const isOfLines = lineWords.every((word) => isInLine(row, word, words))
        if (isShortened)
          return (
            inName(5).length > 0 ||
            inName(4).some(asked.isColorName) ||
            (lineWords.length > 0 && isOfLines && row.name.join('') === joined(nameWords))
          )
        if (nameWords.some((word) => qualityOf.get(word) === 1)) return false
        if (!nameWords.every(({ kind }) => kind === 'tone')) return inName(3).length > 0
        return isOfLines && (lineWords.length > 0 || among !== rows || inName(4).length > 0)
      }
      const isWhole = missing.length === 0 && !isShortened
      if (!isWhole && !hasEnough()) return []
      const cost = missing.reduce((sum, { kind }) => sum + (kind === 'tone' ? 100 : 1), 0)
      return [{ row, cost, rank: 3 * tierOf(row, words, qualities) + variantOf(row) }]
    })
    const cost = Math.min(...scored.map((each) => each.cost))
    const ranked = scored.filter((each) => each.cost === cost).sort(inOrder)
    return ranked.length === 0 ? undefined : { ranked, cost }
  }

  const inLines = (words: Words) => colored.filter((row) => words.every((word) => isInLine(row, word, words)))
  function byName(words: Words): Found | undefined {
    const named = asked.colorAsked(words)
    return named && nearestTo(named.hex, inLines(named.lineWords))
  }

  function inOtherLine(words: Words): Found | undefined {
    for (const { line, fabric } of asked.inOtherLine(words)) {
      const found = byWords(fabric, colored)
      const [first] = found?.cost === 0 ? found.ranked : []
      if (first !== undefined) return nearestTo(first.row.hex ?? '', inLines(line))
    }
    return undefined
  }

  const onePart =
    (among: readonly Row[]): Find =>
    (words) => {
      const named = asked.colorAsked(words)
      const looksSo = named?.areByLook ? byName(words) : undefined
      const found = looksSo ?? byWords(words, among)
      if (found !== undefined && found.cost < 100) return found
      const missingTones = found === undefined ? 1 : Math.floor(found.cost / 100)
      return (
        (named && named.tonesLeftOut < missingTones ? byName(words) : undefined) ??
        found ??
        inOtherLine(words) ??
        byName(words)
      )
    }

  /** A fabric is in the list that finds the fewest; what no word finds may belong to a colour. */
  function eachOnce(lists: readonly Found[]): readonly Found[] {
    const bySize = lists
      .filter(({ isByColor }) => !isByColor)
      .sort((one, other) => one.ranked.length - other.ranked.length)
    const ownerOf = (row: Row) => bySize.find(({ ranked }) => ranked.some((each) => each.row === row))
    return lists.map((each) => {
      return { ...each, ranked: each.ranked.filter(({ row }) => (ownerOf(row) ?? each) === each) }
    })
  }

  function allOf(parts: readonly Words[], find: Find): readonly Found[] {
    const found = parts.flatMap((part) => find(part) ?? [])
    return found.length < parts.length ? [] : eachOnce(found)
  }

  function asWritten(words: Words): readonly Found[] {
    const parts = asked.partsOf(words)
    const together = parts.length > 1 ? byWords(words) : undefined
    return together?.cost === 0 ? [together] : allOf(parts, onePart(rows))
  }

  function withoutUnknown(words: Words): Words {
    const isNowhere = (word: Word) => rows.every((row) => quality(row, words, word) === 0)
    const isName = (word: Word) => asked.isNaming(word) && !USES.has(word.text)
    const isDropped = (word: Word, at: number) =>
      USES.has(word.text) ||
      (words.some(isName) && asked.isCount(word)) ||
      (isUnknown(index, word) && isNowhere(word) && !isOfGuide(words, at))
    return words.filter((word, at) => !isDropped(word, at))
  }

  /** A guide has a word in its name, or in its text beside the same neighbour that is no filler. */
  const isOfGuide = (words: Words, at: number) =>
    [words.slice(at, at + 1), words.slice(at, at + 2), words.slice(Math.max(0, at - 1), at + 1)].some(
      (run) => tellingOf(run).length === run.length && index.guidePhrases.has(joined(run)),
    )

  function onlyColor(words: Words): readonly Found[] {
    const isOfColor = (word: Word) => isOfLine(word) || word.kind === 'tone' || asked.isColorName(word)
    const isBound = (word: Word, at: number) =>
      asked.isKept(word) || word.kind === 'number' || (!isOfColor(word) && isOfGuide(words, at))
    const kept = words.filter(isOfColor)
    if (words.some(isBound) || !kept.some(asked.isColorName) || kept.length === words.length) return []
    return firstAnswer(kept)
  }

  function* waysToAnswer(words: Words): Generator<readonly Found[]> {
    for (const each of spelledAgain(index, words)) yield asWritten(each)
    const wanted = words.some(asked.isKept) ? words : asked.withoutPurposes(words)
    if (wanted.length < words.length) yield firstAnswer(wanted)
    const known = withoutUnknown(words)
    if (known.length < words.length) yield allOf(asked.partsOf(known), (part) => byWords(part, rows, true))
    yield allOf([known], byName)
    yield allOf(asked.palette(known), onePart(rows))
    const spelled = [...spelledAgain(index, words)].at(-1) ?? words
    yield someFind(asked.partsOf(spelled))
    yield onlyColor(known)
  }

  function someFind(parts: readonly Words[]): readonly Found[] {
    return parts.length > 1 && !parts.flat().some(asked.isKept) ? eachOnce(parts.flatMap(firstAnswer)) : []
  }

  const firstAnswer = (words: Words): readonly Found[] =>
    waysToAnswer(words).find((found) => found.length > 0) ?? []

  /** The fabrics with a colour that have the words beside written colours. */
  function besideColors(words: Words): readonly Row[] {
    const known = words.some(asked.isKept) ? [] : [withoutUnknown(words)]
    const ways = [...spelledAgain(index, words), ...known].map((each) =>
      each.length === 0 ? colored : onePart(colored)(each)?.ranked.map(({ row }) => row),
    )
    return ways.find((each) => each !== undefined) ?? []
  }

  /** The fabrics of each list. Of several colours, a fabric belongs to the nearest, or the first of two. */
  function inLists(lists: readonly Found[]): readonly FabricRecord[][] {
    const ranks = lists.map(({ ranked }) => new Map(ranked.map(({ row, rank }) => [row, rank])))
    return lists.map(({ ranked, isByColor }, at) => {
      const isOwn = ({ row, rank }: Ranked) =>
        lists.every((other, number) => {
          const away = (other.isByColor ? ranks[number]?.get(row) : undefined) ?? Number.POSITIVE_INFINITY
          return away > rank || (away === rank && number >= at)
        })
      return ranked.filter((each) => !isByColor || isOwn(each)).map(({ row }) => row.fabric)
    })
  }

  /** All fabrics that a question finds, in their order. */
  return (query: string): readonly FabricRecord[] => {
    const { colors, words } = asked.readQuestion(index, query)
    const within = colors.length === 0 ? [] : besideColors(tellingOf(words))
    const lists = inLists(
      colors.length > 0 ? colors.flatMap((hex) => nearestTo(hex, within) ?? []) : firstAnswer(words),
    )
    const longest = Math.max(0, ...lists.map(({ length }) => length))
    return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? [])).flat()
  }
}
