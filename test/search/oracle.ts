import { CatalogIndex } from '../../src/catalog/search/catalog-index.ts'
import { areOfFamily, colorNamed } from '../../src/catalog/search/colour-names.ts'
import { cutsOf } from '../../src/catalog/search/match.ts'
import * as question from '../../src/catalog/search/question.ts'
import * as readings from '../../src/catalog/search/readings.ts'
import { isUnknown, spelledAgain } from '../../src/catalog/search/spelling.ts'
import { compact, ORDINARY, PRECUTS, spelledWordsOf, usual } from '../../src/catalog/search/vocabulary.ts'
import { ciede2000, labOf } from '../../src/core/color.ts'
import type { FabricRecord } from '../../src/core/rooms.ts'

/**
 * The rules of D14 to D17, applied to all rows one by one. It shares with the search how a question is read, what names a
 * line or a colour, and how words are spelled; it shares nothing that finds, counts, ranks or orders fabrics.
 */

type Word = question.AskedWord
type Words = question.Words
interface Row {
  readonly fabric: FabricRecord
  readonly place: number
  readonly name: readonly string[]
  readonly spelled: string
  readonly own: readonly string[]
  readonly line: readonly string[]
  readonly shortNames: readonly string[]
  readonly sku: string
  readonly number: string
}
interface Ranked {
  readonly row: Row
  readonly rank: number
}
/** One list: what was found by words in its order, or the fabrics that are listed by a colour. */
interface Found {
  readonly ranked: readonly Ranked[]
  readonly color?: { readonly hex: string; readonly within: readonly Row[] }
}

const { isFiller, isWholeOnly, joined, tellingOf } = question
const hasDigit = (text: string) => /\p{Nd}/u.test(text)
const withoutZeros = (text: string) => text.replace(/^0+(?=\d)/, '')
const inOrder = (one: Ranked, other: Ranked) => one.rank - other.rank || one.row.place - other.row.place
const colored = (among: readonly Row[]) => among.filter(({ fabric }) => fabric.colorHex !== undefined)
const distance = (hex: string, { fabric }: Row) =>
  Math.round(ciede2000(labOf(hex), labOf(fabric.colorHex ?? '')) * 1e6) / 1e6
const beginningsOf = (words: readonly string[]) => words.map((_, at) => words.slice(0, at + 1).join(''))
/** The runs of at most five words in which a word is. */
const runsAt = (words: Words, at: number): readonly Words[] =>
  words.flatMap((_, from) =>
    words.flatMap((__, end) =>
      from <= at && at <= end && end - from < 5 ? [words.slice(from, end + 1)] : [],
    ),
  )

/** The number of a SKU, its last part: "1240" of K001-1240. */
const numberOf = (sku: string) =>
  withoutZeros(compact(/[^\p{L}\p{N}](\d[\p{L}\p{N}]*)$/u.exec(sku)?.[1] ?? /\D(\d+)$/u.exec(sku)?.[1] ?? ''))

/** @param fabrics all of the catalog in the order of D5. @param guides what supply guides say */
export function createOracle(
  fabrics: readonly FabricRecord[],
  guides: ReadonlyArray<{ readonly name: string; readonly text: string }> = [],
) {
  const toIndex = fabrics.map(({ sku, colorHex, ...fabric }, key) => ({
    ...fabric,
    key,
    sku: sku ?? null,
    colorHex: colorHex ?? null,
  }))
  const steps = CatalogIndex.build({ version: '', count: fabrics.length, fabrics: toIndex, guides })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const index = step.value
  const rows = fabrics.map((fabric, place): Row => {
    const spelled = spelledWordsOf(fabric.name)
    const { maker, own } = index.lineAt(place)
    const shortNames = [...maker.shortNames, ...own.shortNames]
    return {
      fabric,
      place,
      name: spelled.map(usual),
      spelled: spelled.join(''),
      own: own.words,
      line: [maker, own]
        .flatMap(({ words }) => words.flatMap((_, at) => beginningsOf(words.slice(at))))
        .concat(shortNames),
      shortNames,
      sku: compact(fabric.sku ?? ''),
      number: numberOf(fabric.sku ?? ''),
    }
  })
  const cuts = (word: string) => [...cutsOf(index, word)].map((words) => words.map(({ text }) => text))

  /** 0 missing, 1 inside, 2 line, 3 beginning of a word of the name, 4 word, 5 number of the SKU, 6 SKU. */
  function quality({ name, line, sku, number }: Row, words: Words, word: Word): number {
    const { text } = word
    const ways: (readonly [number, boolean])[] = []
    if (!isWholeOnly(word)) {
      ways.push([3, name.some((each) => each.startsWith(text))])
      ways.push([2, line.some((each) => each.startsWith(text))])
      ways.push([1, text.length >= 4 && !ORDINARY.has(text) && name.some((each) => each.includes(text, 1))])
      for (const parts of cuts(text)) {
        const first = name.indexOf(parts[0] ?? '')
        ways.push([4, first !== -1 && parts.every((part, at) => name[first + at] === part)])
      }
    }
    for (const run of runsAt(words, words.indexOf(word))) {
      const whole = joined(run)
      ways.push([4, name.includes(whole)], [2, line.includes(whole)])
      if (!hasDigit(whole) || run.every(isFiller)) continue
      ways.push([6, sku === whole], [2, whole.length >= 3 && sku.startsWith(whole)])
      const [, letters = '', digits = ''] = /^(\p{L}*)(\d.*)$/u.exec(whole) ?? []
      const isBeginning = digits.startsWith('0') && rows.some((row) => row.sku.startsWith(whole))
      const isNumber = number !== '' && number === withoutZeros(digits) && sku.startsWith(letters)
      const isVague = tellingOf(words).length === 1 && whole.length < 4 && /^\d/.test(whole)
      ways.push([isVague ? 1 : 5, isNumber && !isBeginning])
    }
    return Math.max(0, ...ways.flatMap(([how, isSo]) => (isSo ? [how] : [])))
  }

  const isInLine = ({ line }: Row, word: Word, words: Words) =>
    runsAt(words, words.indexOf(word)).some((run) => line.includes(joined(run))) ||
    (!isWholeOnly(word) && line.some((each) => each.startsWith(word.text)))

  function tierOf(row: Row, words: Words, qualities: readonly number[]): number {
    const phrases = [joined(words), joined(tellingOf(words))].filter((text) => text !== '')
    const name = row.name.join('')
    const ofLine = words.filter((word) => word.isOfLine && isInLine(row, word, words))
    const others = ofLine.length === 0 ? [] : words.filter((word) => !ofLine.includes(word))
    if (qualities.includes(6)) return 0
    if (qualities.includes(5)) return 1
    const isBehindLine = joined(words) === row.own.join('') + name
    const isShort = ofLine.length > 0 && row.shortNames.includes(joined(ofLine))
    if (name !== '' && (name === joined(others) || isBehindLine)) return isShort ? 2 : 3
    if (name !== '' && name === joined(words)) return 3
    if (name !== '' && [joined(tellingOf(words)), joined(tellingOf(others))].includes(name)) return 4
    if (phrases.some((text) => beginningsOf(row.own).includes(text))) return 5
    if (qualities.includes(1)) return 10
    if (phrases.some((text) => beginningsOf(row.name).includes(text))) return 6
    if (qualities.every((each) => each >= 4)) return 7
    return tellingOf(words).some(({ text }) => name.startsWith(text)) ? 8 : 9
  }

  /** All fabrics of the lowest cost. @param may which kinds of words may be missing */
  function byWords(
    among: readonly Row[],
    words: Words,
    may: readonly string[] = [],
    isShortened = false,
  ): Found | undefined {
    const telling = tellingOf(words)
    const isExact = !isShortened && !telling.some(({ kind }) => may.includes(kind))
    const spelled = words.flatMap((_, from) => beginningsOf(words.slice(from).map((word) => word.spelled)))
    const costs = among.flatMap((row) => {
      const qualities = telling.map((word) => quality(row, words, word))
      const missing = telling.filter((_, at) => qualities[at] === 0)
      if (telling.length === 0 || missing.some(({ kind }) => !may.includes(kind))) return []
      const rank = 2 * tierOf(row, words, qualities) + (spelled.includes(row.spelled) ? 0 : 1)
      if (isExact) return [{ row, rank, cost: 0 }]
      const cost = missing.reduce((sum, { kind }) => sum + (kind === 'tone' ? 100 : 1), 0)
      const inName = (least: number) =>
        telling.filter((word, at) => !word.isOfLine && (qualities[at] ?? 0) >= least)
      const looksSo = telling.every(
        ({ kind, text }) =>
          kind !== 'family' ||
          row.fabric.colorHex === undefined ||
          areOfFamily(labOf(row.fabric.colorHex), colorNamed([text]) ?? ''),
      )
      const isColor = ({ kind, text }: Word) => kind !== 'tone' && colorNamed([text]) !== undefined
      const isWholeName = row.name.join('') === joined(telling.filter(({ isOfLine }) => !isOfLine))
      const isOfCollection = telling.some(({ isOfLine, text }) => isOfLine && row.own.includes(text))
      const isAnchored = () => {
        if (cost > 0 && cost !== 100) return looksSo && inName(4).some(({ kind }) => kind === 'word')
        if (isShortened) return inName(4).some(isColor) || (isOfCollection && isWholeName)
        if (telling.every(({ isOfLine, kind }) => isOfLine || kind === 'tone'))
          return telling.every((word) => word.kind === 'tone' || isInLine(row, word, words))
        return inName(3).length > 0
      }
      return !qualities.includes(1) && isAnchored() ? [{ row, rank, cost }] : []
    })
    const least = Math.min(...costs.map(({ cost }) => cost))
    const ranked = costs.filter(({ cost }) => cost === least).sort(inOrder)
    return ranked.length === 0 ? undefined : { ranked }
  }

  const inLines = (words: Words) =>
    colored(rows).filter((row) => words.every((word) => isInLine(row, word, words)))

  function byName(words: Words, isSure = false): Found | undefined {
    const named = readings.namedColor(words)
    if (named === undefined || (isSure && !named.isWhole)) return undefined
    const within = inLines(named.lineWords)
    return within.length === 0 ? undefined : { ranked: [], color: { hex: named.hex, within } }
  }

  const onePart = (words: Words) =>
    (readings.namedColor(words)?.isPlural ? byName(words) : undefined) ??
    byWords(rows, words) ??
    byWords(rows, words, ['family']) ??
    byName(words, true) ??
    byWords(rows, words, ['family', 'tone'])

  /** The parts in turn. A fabric is in the one that finds the fewest; what no word finds may belong to a colour. */
  function allOf(parts: readonly Words[], find: (part: Words) => Found | undefined): Found[] | undefined {
    const found = parts.flatMap((part) => find(part) ?? [])
    if (parts.length === 0 || found.length < parts.length) return undefined
    const bySize = found.toSorted((one, other) => one.ranked.length - other.ranked.length)
    const owner = (row: Row) => bySize.find(({ ranked }) => ranked.some((each) => each.row === row))
    return found.map((each) => ({
      ranked: each.ranked.filter(({ row }) => owner(row) === each),
      ...(each.color && {
        color: { hex: each.color.hex, within: each.color.within.filter((row) => owner(row) === undefined) },
      }),
    }))
  }

  function inOtherLine(words: Words): Found | undefined {
    for (const { line, fabric } of readings.inOtherLine(words)) {
      const [first, second] = byWords(colored(rows), fabric)?.ranked ?? []
      const within = inLines(line)
      if (first === undefined || first.rank === second?.rank || within.includes(first.row)) continue
      const hex = first.row.fabric.colorHex ?? ''
      return within.length > 0 ? { ranked: [], color: { hex, within } } : undefined
    }
    return undefined
  }

  const asLists = (found: Found | undefined) => found && [found]

  function asWritten(words: Words): Found[] | undefined {
    const parts = readings.partsOf(words)
    return (
      asLists(parts.length > 1 ? byWords(rows, words) : onePart(words)) ??
      (parts.length > 1 ? allOf(parts, (part) => onePart(part) ?? byName(part)) : undefined) ??
      asLists(inOtherLine(words))
    )
  }

  function answerTo(words: Words): Found[] {
    for (const each of spelledAgain(index, words)) {
      const found = asWritten(each) ?? (each === words ? undefined : asLists(byName(each)))
      if (found !== undefined) return found
    }
    const isNowhere = (word: Word) => rows.every((row) => quality(row, words, word) === 0)
    const known = words.filter(
      (word, at) =>
        !PRECUTS.has(word.text) &&
        !(isUnknown(index, word) && isNowhere(word) && !readings.isOfGuides(index, words, at)),
    )
    const shortened = (part: Words) => byWords(rows, part, ['family', 'tone'], true)
    return (
      (known.length < words.length ? allOf(readings.partsOf(known), shortened) : undefined) ??
      asLists(byName(known)) ??
      allOf(readings.palette(known), onePart) ??
      []
    )
  }

  function besideColors(words: Words): readonly Row[] {
    if (words.length === 0) return colored(rows)
    for (const some of spelledAgain(index, words)) {
      for (const may of [[], ['family'], ['family', 'tone']]) {
        const found = byWords(colored(rows), some, may)
        if (found !== undefined) return found.ranked.map(({ row }) => row)
      }
    }
    return byName(words)?.color?.within ?? []
  }

  /** The fabrics of each list in their order. Of several colours, a fabric belongs to the nearest, or the first of two. */
  function inLists(lists: readonly Found[]): Row[][] {
    const colors = lists.map(({ color, ranked }) => {
      const named = new Set(ranked.map(({ row }) => row))
      return color && { ...color, within: color.within.filter((row) => !named.has(row)) }
    })
    return lists.map(({ ranked }, at) => {
      const own = colors[at]
      const near = (own?.within ?? []).flatMap((row) => {
        const rank = distance(own?.hex ?? '', row)
        const isOther = colors.some((other, number) => {
          if (other === undefined || number === at || !other.within.includes(row)) return false
          const away = distance(other.hex, row)
          return away < rank || (away === rank && number < at)
        })
        return isOther ? [] : [{ row, rank }]
      })
      return [...ranked, ...near.sort(inOrder)].map(({ row }) => row)
    })
  }

  /** All fabrics that a question finds, in their order. */
  return (query: string): readonly FabricRecord[] => {
    const { colors, words } = question.readQuestion(index, query)
    const telling = tellingOf(words).filter(({ kind }) => kind !== 'meant')
    const within = colors.length > 0 ? besideColors(telling) : []
    const lists = inLists(
      colors.length > 0 ? colors.map((hex) => ({ ranked: [], color: { hex, within } })) : answerTo(words),
    )
    const longest = Math.max(0, ...lists.map(({ length }) => length))
    return Array.from({ length: longest }, (_, turn) =>
      lists.flatMap((list) => list[turn]?.fabric ?? []),
    ).flat()
  }
}
