import { areOfFamily, colorNamed } from '../../src/catalog/search/colour-names.ts'
import { building } from '../../src/catalog/search/load.ts'
import { cutsOf } from '../../src/catalog/search/match.ts'
import { type AskedWord, isFiller, isWholeOnly, readQuestion } from '../../src/catalog/search/question.ts'
import * as readings from '../../src/catalog/search/readings.ts'
import { isUnknown, rewritings, spellingsOf } from '../../src/catalog/search/spelling.ts'
import {
  compact,
  ORDINARY,
  PRECUTS,
  SHORT_NAMES,
  spelledWordsOf,
  usual,
  withoutZeros,
  wordsOf,
} from '../../src/catalog/search/vocabulary.ts'
import { ciede2000, labOf } from '../../src/core/color.ts'
import type { FabricRecord } from '../../src/core/rooms.ts'
import { foldWords } from '../../src/core/text.ts'

/**
 * The rules of D14 to D17, applied to all rows one by one. It shares with the search how a question is read, what names a
 * line or a colour, and how words are spelled; it shares nothing that finds, counts, ranks or orders fabrics.
 */

type Words = readonly AskedWord[]
interface Row {
  readonly fabric: FabricRecord
  readonly place: number
  readonly name: readonly string[]
  readonly spelled: string
  readonly maker: string
  readonly own: string
  readonly line: readonly string[]
  readonly sku: string
  readonly head: string
  readonly last: string
}
interface Ranked {
  readonly row: Row
  readonly rank: number
}
interface Found {
  readonly ranked: readonly Ranked[]
  readonly cost: number
  readonly color?: { readonly hex: string; readonly within: readonly Row[] }
}

const RANKS = 48
const FAMILY = ['family']
const TONES = ['family', 'tone']
const joined = (words: Words) => words.map(({ text }) => text).join('')
const textOf = (words: Words) => words.map(({ text }) => text).join(' ')
const tellingOf = (words: Words) => words.filter((word) => !isFiller(word))
const inOrder = (one: Ranked, other: Ranked) => one.rank - other.rank || one.row.place - other.row.place
const colored = (among: readonly Row[]) => among.filter(({ fabric }) => fabric.colorHex !== undefined)
const distance = (hex: string, { fabric }: Row) =>
  Math.round(ciede2000(labOf(hex), labOf(fabric.colorHex ?? '')) * 1e6) / 1e6
const beginningsOf = (words: readonly string[]) => words.map((_, at) => words.slice(0, at + 1).join(''))

function rowOf(fabric: FabricRecord, place: number): Row {
  const parts = foldWords(fabric.sku ?? '')
  const end = parts.at(-1) ?? ''
  const spelled = spelledWordsOf(fabric.name)
  const maker = wordsOf(fabric.manufacturer)
  const own = wordsOf(fabric.collection)
  return {
    fabric,
    place,
    name: spelled.map(usual),
    spelled: spelled.join(''),
    maker: ` ${maker.join(' ')}`,
    own: ` ${own.join(' ')}`,
    line: [...maker, ...own],
    sku: compact(fabric.sku ?? ''),
    head: parts.length > 1 ? parts.slice(0, -1).join('') : end.replace(/\d*$/, ''),
    last: withoutZeros(parts.length > 1 && /^\d/.test(end) ? end : (/(?<=\D)\d+$/.exec(end)?.[0] ?? '')),
  }
}

/** @param fabrics all of the catalog in the order of D5. @param guides what supply guides say */
export function createOracle(
  fabrics: readonly FabricRecord[],
  guides: ReadonlyArray<{ readonly name: string; readonly text: string }> = [],
) {
  const rows = fabrics.map(rowOf)
  const toIndex = fabrics.map(({ sku, colorHex, ...fabric }, key) => ({
    ...fabric,
    key,
    sku: sku ?? null,
    colorHex: colorHex ?? null,
  }))
  const steps = building({ version: '', count: rows.length, fabrics: toIndex, guides })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const index = step.value
  const headsOf = Map.groupBy(
    rows.filter(({ head }) => /\d/.test(head)),
    ({ maker, own }) => `${maker}\n${own}`,
  )
  const heads = new Map([...headsOf].map(([line, some]) => [line, new Set(some.map(({ head }) => head))]))
  const allHeads = [...heads.values()].flatMap((some) => [...some])

  const isShortFor = (text: string, { maker, own }: Row) =>
    SHORT_NAMES.some(
      ({ short, manufacturer = '', collection = '' }) =>
        short === text && maker.includes(` ${manufacturer}`) && own.includes(` ${collection}`),
    )
  const cuts = (word: string) => [...cutsOf(index, word)].map((ids) => ids.map((id) => index.words[id] ?? ''))
  const runsAt = (words: Words, at: number, most: number): Words[] =>
    words.flatMap((_, from) =>
      words.flatMap((__, end) =>
        from <= at && at <= end && end - from < most ? [words.slice(from, end + 1)] : [],
      ),
    )

  /** 0 missing, 1 inside, 2 line, 3 beginning of a word of the name, 4 word, 5 last part of the SKU, 6 SKU. */
  function quality(row: Row, words: Words, at: number, word: AskedWord): number {
    const { text } = word
    const { name, line } = row
    const ways: [number, boolean][] = [
      [4, name.includes(text)],
      [2, line.includes(text)],
    ]
    if (!isWholeOnly(word)) {
      ways.push(
        [3, name.some((each) => each.startsWith(text))],
        [2, line.some((each) => each.startsWith(text))],
      )
      ways.push([1, text.length >= 4 && !ORDINARY.has(text) && name.some((each) => each.includes(text, 1))])
      for (const parts of cuts(text)) {
        const first = name.indexOf(parts[0] ?? '')
        const isAll = parts.every((part) => name.includes(part) || line.includes(part))
        ways.push([4, first !== -1 && parts.every((part, each) => name[first + each] === part)])
        ways.push([2, isAll && !index.wordIds.has(text)])
        ways.push([4, !index.wordIds.has(text) && parts.every((part) => name.includes(part))])
      }
    }
    const isAlone = words.every((each) => each === word || isFiller(each))
    for (const run of runsAt(words, at, 5)) {
      const whole = joined(run)
      const isJoined = run.length > 1 && run.length <= 3
      ways.push([4, isJoined && name.includes(whole)], [2, isJoined && line.includes(whole)])
      ways.push([2, isShortFor(textOf(run), row)])
      if (!/\p{Nd}/u.test(whole) || run.every(isFiller)) continue
      const own = heads.get(`${row.maker}\n${row.own}`)
      ways.push([6, row.sku === whole], [2, whole.length >= 3 && row.sku.startsWith(whole)])
      ways.push([2, own?.size === 1 && own.has(whole)])
      const [, letters = '', number = ''] = /^(\p{L}*)(\d.*)$/u.exec(whole) ?? []
      const isNumber = row.last !== '' && row.last === withoutZeros(number) && row.sku.startsWith(letters)
      if (letters !== '') ways.push([5, isNumber && !allHeads.some((head) => whole.startsWith(head))])
      else if (run.length === 1) ways.push([isAlone && number.length < 4 ? 1 : 5, isNumber])
    }
    return Math.max(0, ...ways.flatMap(([how, isSo]) => (isSo ? [how] : [])))
  }

  const known = new WeakMap<Words, Map<Row, readonly number[]>>()
  function qualities(row: Row, words: Words): readonly number[] {
    const ofRows = known.get(words) ?? new Map<Row, readonly number[]>()
    known.set(words, ofRows)
    const found = ofRows.get(row) ?? words.map((word, at) => quality(row, words, at, word))
    ofRows.set(row, found)
    return found
  }
  const isIn = (words: Words, at: number) => rows.some((row) => qualities(row, words)[at])
  const isInLine = ({ line }: Row, word: AskedWord, words: Words, row: Row) =>
    line.some((each) => (isWholeOnly(word) ? each === word.text : each.startsWith(word.text))) ||
    runsAt(words, words.indexOf(word), 3).some(
      (run) => line.includes(joined(run)) || isShortFor(textOf(run), row),
    )

  const askedIn = (words: Words) =>
    new Set(
      words.flatMap((word, at) => [
        word.text,
        ...runsAt(words, at, 3).map(joined),
        ...(isWholeOnly(word) ? [] : cuts(word.text).flat()),
      ]),
    )

  function tierOf(row: Row, words: Words, asked: ReadonlySet<string>): number {
    const own = qualities(row, words).filter((_, at) => words[at] && !isFiller(words[at]))
    const [whole, telling] = [joined(words), joined(tellingOf(words))]
    const name = row.name.join('')
    const collection = row.own.split(' ').slice(1)
    const ofLine = words.filter((word) => word.isOfLine && isInLine(row, word, words, row))
    const others = joined(words.filter((word) => !ofLine.includes(word)))
    const phrases = [whole, telling].filter((text) => text !== '')
    if (own.includes(6)) return 0
    if (own.includes(5)) return 1
    const isBehindLine = name !== '' && `${collection.join('')}${name}` === whole
    const isBesideLine = name !== '' && ofLine.length > 0 && others === name
    if (isBehindLine || isBesideLine) return isShortFor(textOf(ofLine), row) ? 2 : 3
    if (name === whole) return 3
    const tellingOthers =
      ofLine.length > 0 ? joined(tellingOf(words).filter((word) => !ofLine.includes(word))) : ''
    if (name === telling || (name !== '' && name === tellingOthers)) return 4
    if (phrases.some((text) => beginningsOf(collection).includes(text))) return 5
    if (own.includes(1)) return 11
    if (phrases.some((text) => beginningsOf(row.name).includes(text))) return 6
    if (own.every((each) => each >= 4)) return 7
    if (row.name.every((word) => asked.has(word))) return 8
    const [first = ''] = row.name
    const isBegun = words.some((word) => !isWholeOnly(word) && first.startsWith(word.text))
    return first !== '' && (asked.has(first) || isBegun) ? 9 : 10
  }

  function ranked(some: readonly Row[], words: Words): Ranked[] {
    const asked = askedIn(words)
    const ofTrade = words.map(({ kind }, at) => kind === 'trade' && isIn(words, at))
    const spelled = words.flatMap((_, from) => beginningsOf(words.slice(from).map((word) => word.spelled)))
    const rankOf = (row: Row) => {
      const lacksTrade = qualities(row, words).some((each, at) => ofTrade[at] && each === 0)
      return 4 * tierOf(row, words, asked) + (spelled.includes(row.spelled) ? 0 : 2) + (lacksTrade ? 1 : 0)
    }
    return some.map((row) => ({ row, rank: rankOf(row) })).sort(inOrder)
  }

  /** All fabrics of the lowest cost. @param may which kinds of words may be missing */
  function byWords(
    among: readonly Row[],
    words: Words,
    may: readonly string[] = [],
    needs?: 'color' | 'name',
  ): Found | undefined {
    const telling = tellingOf(words)
    const families = telling.filter(({ kind }) => kind === 'family').map(({ text }) => text)
    const isExact = needs === undefined && !telling.some(({ kind }) => may.includes(kind))
    const asked = askedIn(words)
    const isShade = ({ kind, text }: AskedWord) =>
      kind !== 'tone' && kind !== 'family' && colorNamed([text]) !== undefined
    const costs = among.flatMap((row) => {
      const qualityOf = (word: AskedWord) => qualities(row, words)[words.indexOf(word)] ?? 0
      const missing = telling.filter((word) => qualityOf(word) === 0)
      if (telling.length === 0 || missing.some(({ kind }) => !may.includes(kind))) return []
      if (isExact) return [{ row, cost: 0 }]
      if (telling.some((word) => qualityOf(word) === 1)) return []
      const cost = missing.reduce((sum, { kind }) => sum + (kind === 'tone' ? 2 : 3), 0)
      const named = telling.filter((word) => qualityOf(word) >= 4)
      const ofLine = (word: AskedWord) => word.isOfLine && isInLine(row, word, words, row)
      const looksLike = (hex: string | undefined) =>
        hex !== undefined &&
        (row.fabric.colorHex === undefined || areOfFamily(labOf(row.fabric.colorHex), hex))
      const isHalf = ({ kind, text }: AskedWord) =>
        kind === 'word' &&
        row.name.length === 1 &&
        families.some((family) => looksLike(colorNamed([text, family])))
      const isLineAndName =
        telling.some(ofLine) &&
        named.some(({ kind, isOfLine }) => kind === 'word' && !isOfLine) &&
        row.name.every((word) => asked.has(word)) &&
        families.every((family) => looksLike(colorNamed([family])))
      const isOfCollection = telling.some((word) => word.isOfLine && row.own.split(' ').includes(word.text))
      const isAnchored =
        cost >= 3
          ? named.some((word) => isShade(word) || isHalf(word)) || isLineAndName
          : needs === 'color'
            ? named.some((word) => word.kind === 'family' || isShade(word))
            : needs === 'name'
              ? isOfCollection &&
                named.some(({ isOfLine }) => !isOfLine) &&
                row.name.every((word) => asked.has(word))
              : telling.every((word) => word.isOfLine || word.kind === 'tone')
                ? telling.every((word) => word.kind === 'tone' || ofLine(word))
                : telling.some((word) => !word.isOfLine && qualityOf(word) >= 3)
      return isAnchored ? [{ row, cost }] : []
    })
    const cost = Math.min(...costs.map((each) => each.cost))
    const best = costs.filter((each) => each.cost === cost).map(({ row }) => row)
    return best.length === 0 ? undefined : { ranked: ranked(best, words), cost }
  }

  /** Each fabric belongs to the colour that it is nearest to; the first of two at one distance. */
  function byColors(colors: readonly NonNullable<Found['color']>[]): Found[] {
    return colors.map((color, at) => {
      const isNearest = ({ row, rank }: Ranked) =>
        colors.every(({ hex, within }, other) => {
          if (other === at || !within.includes(row)) return true
          const away = distance(hex, row)
          return away > rank || (away === rank && other > at)
        })
      const all = color.within.map((row) => ({ row, rank: distance(color.hex, row) }))
      return { color, cost: 0, ranked: all.filter(isNearest).sort(inOrder) }
    })
  }

  function inLines(words: Words): Row[] {
    return colored(rows).filter((row) => tellingOf(words).every((word) => isInLine(row, word, words, row)))
  }

  function byName(words: Words, isSure = false): Found | undefined {
    const named = readings.namedColor(words)
    if (named === undefined) return undefined
    const [only, ...others] = named.name
    const isKnown =
      others.length === 0 &&
      only !== undefined &&
      (index.wordIds.has(only.text) || (only.kind === 'word' && spellingsOf(index, only).length > 0))
    if (isSure && (!named.isWhole || isKnown)) return undefined
    const within = inLines(named.ofLines)
    return within.length === 0 ? undefined : byColors([{ hex: named.hex, within }])[0]
  }

  const part = (words: Words) => byWords(rows, words) ?? byWords(rows, words, FAMILY) ?? byName(words, true)

  /** Few names with a colour family, and behind them what is nearest to it. */
  function withFamily(words: Words, may: readonly string[] = []): Found | undefined {
    const found = byWords(rows, words, may)
    const named = readings.namedColor(words)
    const isFew =
      (found?.ranked.length ?? 25) < 25 && ((found?.ranked[0]?.rank ?? 0) >= 20 || readings.isPlural(named))
    if (found === undefined || !isFew || !readings.isFamily(named)) return found
    const names = new Set(found.ranked.map(({ row }) => row))
    const near = byName(words)?.ranked.filter(({ row }) => !names.has(row)) ?? []
    return { ranked: [...found.ranked, ...near], cost: 0 }
  }

  /** The lists of an answer that take turns; a fabric is in the one that finds it best. */
  function inTurn(parts: readonly Found[]): Found[] {
    const owners = new Map<Row, { part: number; score: number }>()
    for (const [number, { ranked: some, cost, color }] of parts.entries()) {
      for (const { row, rank } of color === undefined ? some : []) {
        const score = RANKS * cost + rank
        if (score < (owners.get(row)?.score ?? Number.POSITIVE_INFINITY))
          owners.set(row, { part: number, score })
      }
    }
    const left = (within: readonly Row[]) => within.filter((row) => !owners.has(row))
    const colors = byColors(
      parts.flatMap(({ color }) => (color ? [{ hex: color.hex, within: left(color.within) }] : [])),
    )
    return parts.map((found, number) =>
      found.color === undefined
        ? { ...found, ranked: found.ranked.filter(({ row }) => owners.get(row)?.part === number) }
        : (colors.shift() ?? found),
    )
  }

  function asList(words: Words): Found[] | undefined {
    const parts = readings.partsOf(index, words)
    const found = parts.flatMap((each) => part(each) ?? byWords(rows, each, TONES) ?? byName(each) ?? [])
    if (parts.length === 0 || found.length < parts.length) return undefined
    return parts.length > 1 ? inTurn(found) : found
  }

  function match(words: Words): Found | undefined {
    for (const { line, fabric } of readings.matchesBetweenLines(words)) {
      const [first, second] = byWords(colored(rows), fabric)?.ranked ?? []
      const most = fabric.some(({ isOfLine }) => isOfLine) ? 20 : 8
      if (first === undefined || first.rank >= most || first.rank === second?.rank) continue
      const within = inLines(line)
      const hex = first.row.fabric.colorHex
      if (hex !== undefined && within.length > 0 && !within.includes(first.row))
        return byColors([{ hex, within }])[0]
    }
    return undefined
  }

  function asWritten(words: Words): Found[] | undefined {
    const isList = words.some((word) => word.part > 0)
    const one = isList ? byWords(rows, words) : (withFamily(words) ?? part(words))
    if (one !== undefined) return [one]
    const list = asList(words)
    const other = list === undefined ? (withFamily(words, TONES) ?? match(words)) : undefined
    return list ?? (other && [other])
  }

  const hasColor = (words: Words) => words.some(({ text }) => colorNamed([text]) !== undefined)

  function answer(words: Words): readonly Found[] {
    const corrected = rewritings(index, words).map((each) => readings.withLines(index, each))
    for (const each of [words, ...corrected]) {
      const found = asWritten(each)
      if (found !== undefined) return found
    }
    for (const each of corrected) {
      const found = byName(each)
      if (found !== undefined) return [found]
    }
    const kept = words.filter(
      (word, at) => !isUnknown(index, word) || isIn(words, at) || readings.isOfGuides(index, words, at),
    )
    const isLess = kept.length < words.length && tellingOf(kept).length > 0
    const isOne = kept.every((word) => word.part === 0)
    const dropped = isLess && isOne ? byWords(rows, kept, TONES, 'color') : undefined
    if (dropped !== undefined) return [dropped]
    const list = isLess && readings.partsOf(index, kept).every(hasColor) ? asList(kept) : undefined
    const bare = kept.filter(({ text }) => !PRECUTS.has(text))
    const isNamed = bare.length < words.length && bare.every((word) => word.part === 0)
    const called = list === undefined && isNamed ? byWords(rows, bare, TONES, 'name') : undefined
    if (called !== undefined) return [called]
    const color = list === undefined ? byName(isLess ? kept : words) : undefined
    if (color !== undefined) return [color]
    const isColor = (word: AskedWord) => word.kind !== 'tone' && !isFiller(word) && hasColor([word])
    const parted = kept.map((word, at) => ({
      ...word,
      part: Math.max(0, kept.slice(0, at + 1).filter(isColor).length - 1),
    }))
    return list ?? asList(parted) ?? []
  }

  function besideColors(telling: Words): readonly Row[] {
    if (telling.length === 0) return colored(rows)
    for (const some of [telling, ...rewritings(index, telling)]) {
      for (const may of [[], FAMILY, TONES]) {
        const found = byWords(colored(rows), some, may)
        if (found !== undefined) return found.ranked.map(({ row }) => row)
      }
    }
    return byName(telling)?.color?.within ?? []
  }

  /** All fabrics that a question finds, in their order. */
  return (query: string): readonly FabricRecord[] => {
    const { colors, words: read } = readQuestion(query, (text) =>
      rows.some(({ sku }) => sku === compact(text)),
    )
    const words = readings.withLines(index, read)
    const within =
      colors.length > 0 ? besideColors(tellingOf(words).filter(({ kind }) => kind !== 'meant')) : []
    const byTurn = words.length > 0 ? answer : () => []
    const lists = colors.length > 0 ? byColors(colors.map((hex) => ({ hex, within }))) : byTurn(words)
    const longest = Math.max(0, ...lists.map(({ ranked: some }) => some.length))
    return Array.from({ length: longest }, (_, turn) =>
      lists.flatMap(({ ranked: some }) => some[turn]?.row.fabric ?? []),
    ).flat()
  }
}
