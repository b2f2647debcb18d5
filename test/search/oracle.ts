import { colorNamed } from '../../src/catalog/search/colour-names.ts'
import { editDistance, editsAllowed } from '../../src/catalog/search/edits.ts'
import { type AskedWord, isFiller, isWholeOnly, readQuestion } from '../../src/catalog/search/question.ts'
import {
  compact,
  ORDINARY,
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
 * The rules of D14 to D17, applied to all rows one by one, without an index. It shares the tables and the reading of a
 * question with the search, and nothing that finds, counts, ranks or orders.
 */

interface Row {
  readonly fabric: FabricRecord
  readonly place: number
  readonly name: readonly string[]
  readonly spelled: string
  readonly maker: readonly string[]
  readonly own: readonly string[]
  readonly line: readonly string[]
  readonly sku: string
  readonly last: string
}

type Words = readonly AskedWord[]
interface Ranked {
  readonly row: Row
  readonly rank: number
}
interface Found {
  readonly ranked: readonly Ranked[]
  readonly cost: number
  readonly color?: { readonly hex: string; readonly within: readonly Row[] }
}

const RANKS = 44
const lastPart = (sku: string) => {
  const parts = foldWords(sku)
  const last = parts.at(-1) ?? ''
  return withoutZeros(parts.length > 1 && /^\d/.test(last) ? last : (/(?<=\D)\d+$/.exec(last)?.[0] ?? ''))
}
const textOf = (words: Words) => words.map(({ text }) => text).join(' ')
const joined = (words: Words) => words.map(({ text }) => text).join('')
const tellingOf = (words: Words) => words.filter((word) => !isFiller(word))
const runsAt = (words: Words, at: number, most: number): Words[] =>
  words.flatMap((_, from) =>
    words.flatMap((__, end) =>
      from <= at && at <= end && end - from < most ? [words.slice(from, end + 1)] : [],
    ),
  )

/** @param fabrics all of the catalog in the order of D5. @param guides what supply guides say */
export function createOracle(
  fabrics: readonly FabricRecord[],
  guides: ReadonlyArray<{ readonly name: string; readonly text: string }> = [],
) {
  const rows = fabrics.map((fabric, place): Row => {
    const maker = wordsOf(fabric.manufacturer)
    const own = wordsOf(fabric.collection)
    const sku = fabric.sku ?? ''
    const spelled = spelledWordsOf(fabric.name)
    const name = spelled.map(usual)
    return {
      fabric,
      place,
      name,
      spelled: spelled.join(''),
      maker,
      own,
      line: [...maker, ...own],
      sku: compact(sku),
      last: lastPart(sku),
    }
  })
  const vocabulary = new Set(rows.flatMap(({ name, line }) => [...name, ...line]))
  const lineWords = new Set(rows.flatMap(({ line }) => line))
  const lines = [
    ...new Map(rows.map((row) => [`${row.fabric.manufacturer}\n${row.fabric.collection}`, row])).values(),
  ]
  const isSku = (text: string) => rows.some(({ sku }) => sku === compact(text) && sku !== '')
  const partOf = (part: string) => [part, usual(part)].find((word) => vocabulary.has(word))

  function cutsOf(word: string): string[][] {
    const found: string[][] = []
    for (let one = 3; word.length <= 32 && one <= word.length - 3; one += 1) {
      for (let two = one; two <= word.length - 3; two += 1) {
        if (two > one && two < one + 2) continue
        const texts =
          two === one
            ? [word.slice(0, one), word.slice(one)]
            : [word.slice(0, one), word.slice(one, two), word.slice(two)]
        const parts = texts.flatMap((text) => partOf(text) ?? [])
        if (parts.length === texts.length) found.push(parts)
      }
    }
    return found
  }

  const isShortFor = (words: Words, { maker, own }: Row) =>
    SHORT_NAMES.some(
      ({ short, manufacturer = '', collection = '' }) =>
        short === textOf(words) &&
        ` ${maker.join(' ')}`.includes(` ${manufacturer}`) &&
        ` ${own.join(' ')}`.includes(` ${collection}`),
    )

  const known = new WeakMap<Words, Map<Row, number[]>>()
  function qualities(row: Row, words: Words): readonly number[] {
    const rowsOf = known.get(words) ?? new Map<Row, number[]>()
    known.set(words, rowsOf)
    const found = rowsOf.get(row) ?? words.map((_, at) => quality(row, words, at))
    rowsOf.set(row, found)
    return found
  }

  const cutsKnown = new Map<string, string[][]>()
  const cuts = (word: string) => {
    const found = cutsKnown.get(word) ?? cutsOf(word)
    cutsKnown.set(word, found)
    return found
  }

  /** 0 missing, 1 inside, 2 line, 3 beginning of a word of the name, 4 word, 5 last part of the SKU, 6 SKU. */
  function quality(row: Row, words: Words, at: number): number {
    const word = words[at]
    if (word === undefined) return 0
    const { text } = word
    const { name, line } = row
    const found = [0]
    if (name.includes(text)) found.push(4)
    if (line.includes(text)) found.push(2)
    if (!isWholeOnly(word)) {
      if (name.some((each) => each.startsWith(text))) found.push(3)
      if (line.some((each) => each.startsWith(text))) found.push(2)
      if (text.length >= 4 && name.some((each) => each.includes(text))) found.push(1)
      for (const parts of cuts(text)) {
        const first = name.indexOf(parts[0] ?? '')
        if (first !== -1 && parts.every((part, index) => name[first + index] === part)) found.push(4)
        else if (!vocabulary.has(text) && parts.every((part) => name.includes(part) || line.includes(part)))
          found.push(parts.every((part) => name.includes(part)) ? 4 : 2)
      }
    }
    for (const run of runsAt(words, at, 5)) {
      const whole = joined(run)
      if (run.length > 1 && run.length <= 3 && name.includes(whole)) found.push(4)
      if (run.length > 1 && run.length <= 3 && line.includes(whole)) found.push(2)
      if (isShortFor(run, row)) found.push(2)
      if (!/\p{Nd}/u.test(whole) || run.every(isFiller)) continue
      if (row.sku === whole) found.push(6)
      if (whole.length >= 3 && row.sku.startsWith(whole)) found.push(2)
    }
    const isAlone = words.every((each) => each === word || isFiller(each))
    if (/^\d/.test(text) && row.last !== '' && row.last === withoutZeros(text))
      found.push(isAlone && text.length < 4 ? 1 : 5)
    return Math.max(...found)
  }

  const spelledRuns = (words: Words): string[] =>
    words.flatMap((_, from) =>
      words.slice(from).map((__, count) =>
        words
          .slice(from, from + count + 1)
          .map(({ spelled }) => spelled)
          .join(''),
      ),
    )

  function rankOf(row: Row, words: Words, ofTrade: readonly boolean[]): number {
    const found = qualities(row, words)
    const own = found.filter((_, at) => !isFiller(words[at] as AskedWord))
    const lacksTrade = found.some((each, at) => ofTrade[at] && each === 0)
    return (
      4 * tierOf(row, words, own) + (spelledRuns(words).includes(row.spelled) ? 0 : 2) + (lacksTrade ? 1 : 0)
    )
  }

  /** Words of the trade that some fabric has. */
  const tradeIn = (words: Words) =>
    words.map(({ kind }, at) => kind === 'trade' && rows.some((row) => (qualities(row, words)[at] ?? 0) > 0))

  function tierOf({ name, own: collection }: Row, words: Words, own: readonly number[]): number {
    if (own.includes(6)) return 0
    if (own.includes(5)) return 1
    const whole = joined(words)
    const telling = joined(tellingOf(words))
    const phrases = [whole, telling].filter((text) => text !== '')
    const squeezed = name.join('')
    const starts = (list: readonly string[]) => list.map((_, at) => list.slice(0, at + 1).join(''))
    if (name.length > 0 && (squeezed === whole || `${collection.join('')}${squeezed}` === whole)) return 2
    if (name.length > 0 && squeezed === telling) return 3
    if (phrases.some((text) => starts(collection).includes(text))) return 4
    if (own.includes(1)) return 10
    if (phrases.some((text) => starts(name).includes(text))) return 5
    if (own.every((each) => each >= 4)) return 6
    const asked = new Set(
      words.flatMap((word, at) => [
        word.text,
        ...runsAt(words, at, 3).map(joined),
        ...(isWholeOnly(word) ? [] : cuts(word.text).flat()),
      ]),
    )
    if (name.every((word) => asked.has(word))) return 7
    const [first = ''] = name
    const isBegun = words.some((word) => !isWholeOnly(word) && first.startsWith(word.text))
    return first !== '' && (asked.has(first) || isBegun) ? 8 : 9
  }

  /** All fabrics of the lowest cost. @param may which kinds of words may be missing */
  function byWords(
    among: readonly Row[],
    words: Words,
    may: readonly string[],
    needsColor = false,
  ): Found | undefined {
    const telling = words.flatMap((word, at) => (isFiller(word) ? [] : [{ word, at }]))
    if (telling.length === 0) return undefined
    const families = telling.filter(({ word }) => word.kind === 'family').map(({ word }) => word.text)
    const costs = among.flatMap((row) => {
      const own = qualities(row, words)
      const found = telling.map(({ word, at }) => ({ word, quality: own[at] ?? 0 }))
      const missing = found.filter((each) => each.quality === 0)
      if (missing.some(({ word }) => !may.includes(word.kind))) return []
      const isForgiving = may.length > 0 && telling.some(({ word }) => may.includes(word.kind))
      if (!isForgiving && !needsColor) return [{ row, cost: 0 }]
      if (found.some((each) => each.quality === 1)) return []
      const cost = missing.reduce((sum, { word }) => sum + (word.kind === 'tone' ? 2 : 3), 0)
      const isWord = (each: (typeof found)[number], test: (word: AskedWord) => boolean) =>
        each.quality >= 4 && test(each.word)
      const isShade = ({ kind, text }: AskedWord) =>
        kind !== 'tone' && kind !== 'family' && colorNamed([text]) !== undefined
      const isHalf = ({ kind, text }: AskedWord) =>
        kind === 'word' &&
        row.name.length === 1 &&
        families.some((family) => colorNamed([text, family]) !== undefined)
      const isColor = (word: AskedWord) => word.kind === 'family' || isShade(word)
      const isAnchored =
        cost >= 3
          ? found.some((each) => isWord(each, (word) => isShade(word) || isHalf(word)))
          : needsColor
            ? found.some((each) => isWord(each, isColor))
            : found.some((each) => each.quality >= 3)
      return isAnchored ? [{ row, cost }] : []
    })
    const cost = Math.min(...costs.map((each) => each.cost))
    const ofTrade = tradeIn(words)
    const ranked = costs
      .filter((each) => each.cost === cost)
      .map(({ row }) => ({ row, rank: rankOf(row, words, ofTrade) }))
    return ranked.length === 0 ? undefined : { ranked: ranked.sort(inOrder), cost }
  }
  const inOrder = (one: Ranked, other: Ranked) => one.rank - other.rank || one.row.place - other.row.place

  const distance = (hex: string, { fabric }: Row) =>
    Math.round(ciede2000(labOf(hex), labOf(fabric.colorHex ?? '')) * 1e6) / 1e6
  const colored = (among: readonly Row[]) => among.filter(({ fabric }) => fabric.colorHex !== undefined)

  /** Each fabric belongs to the colour that it is nearest to; the first of two at one distance. */
  function byColors(
    colors: ReadonlyArray<{ readonly hex: string; readonly within: readonly Row[] }>,
  ): Found[] {
    const within = colors.map((color) => new Set(color.within))
    return colors.map((color, at) => ({
      color,
      cost: 0,
      ranked: color.within
        .map((row) => ({ row, rank: distance(color.hex, row) }))
        .filter(({ row, rank }) =>
          colors.every(({ hex }, other) => {
            if (other === at || !within[other]?.has(row)) return true
            const away = distance(hex, row)
            return away > rank || (away === rank && other > at)
          }),
        )
        .sort(inOrder),
    }))
  }

  const areOfLine = (one: string, other: string) =>
    lineWords.has(`${one}${other}`) ||
    (lineWords.has(one) &&
      lineWords.has(other) &&
      lines.some(({ maker, own }) =>
        [maker, own].some((words) => ` ${words.join(' ')}`.includes(` ${one} ${other}`)),
      ))

  function isLineWord(words: Words, at: number): boolean {
    const isShort = (some: Words) => SHORT_NAMES.some(({ short }) => short === textOf(some))
    const arePair = (from: number) => {
      const [one, other] = words.slice(Math.max(0, from), from + 2)
      return (
        from >= 0 &&
        one !== undefined &&
        other !== undefined &&
        (isShort([one, other]) || areOfLine(one.text, other.text))
      )
    }
    const word = words[at]
    if (word?.kind !== 'word') return false
    return (
      isShort([word]) ||
      (lineWords.has(word.text) && colorNamed([word.text]) === undefined) ||
      arePair(at) ||
      arePair(at - 1)
    )
  }

  function namedColor(words: Words) {
    const telling = tellingOf(words)
    const split = (said: Words, ofLines: Words) => {
      const from = said.findIndex((_, at) => colorNamed(said.slice(at).map(({ text }) => text)) !== undefined)
      const isBehindTones = from !== -1 && said.slice(0, from).every(({ kind }) => kind === 'tone')
      const name = said.slice(from)
      return isBehindTones
        ? { hex: colorNamed(name.map(({ text }) => text)) ?? '', name, ofLines, isWhole: from === 0 }
        : undefined
    }
    const of = telling.map((_, at) => isLineWord(telling, at))
    return (
      split(telling, []) ??
      split(
        telling.filter((_, at) => !of[at]),
        telling.filter((_, at) => of[at]),
      )
    )
  }

  function byName(among: readonly Row[], words: Words, isSure: boolean): Found | undefined {
    const named = namedColor(words)
    if (named === undefined) return undefined
    const [only, ...others] = named.name
    const isKnown =
      others.length === 0 &&
      only !== undefined &&
      (vocabulary.has(only.text) || (only.kind === 'word' && spellings(only.text).length > 0))
    if (isSure && (!named.isWhole || isKnown)) return undefined
    const within =
      named.ofLines.length === 0
        ? colored(among)
        : (byWords(colored(among), named.ofLines, [])?.ranked ?? [])
            .map(({ row }) => row)
            .sort((a, b) => a.place - b.place)
    return within.length === 0 ? undefined : byColors([{ hex: named.hex, within }])[0]
  }

  const commonness = new Map<string, number>()
  for (const { name, line } of rows)
    for (const word of [...new Set(name), ...new Set(line)])
      commonness.set(word, (commonness.get(word) ?? 0) + 1)

  function spellings(word: string): { word: string; edits: number }[] {
    const most = editsAllowed(word)
    if (most === 0 || ORDINARY.has(word)) return []
    return [...vocabulary]
      .flatMap((other) => {
        const edits = editDistance(word, other, most)
        const isSwap = edits === 1 && [...word].sort().join('') === [...other].sort().join('')
        const fabricsWith = commonness.get(other) ?? 0
        return edits !== undefined && edits > 0 && (word.length >= 6 || isSwap || fabricsWith >= 8)
          ? [{ word: other, edits, fabricsWith }]
          : []
      })
      .sort((a, b) => a.edits - b.edits || b.fabricsWith - a.fabricsWith || (a.word < b.word ? -1 : 1))
      .slice(0, 6)
  }
  const isUnknown = ({ kind, text }: AskedWord) =>
    kind === 'word' && !vocabulary.has(text) && /^\p{L}+$/u.test(text)

  function rewritings(words: Words): Words[] {
    if (words.filter(isUnknown).length > 3) return []
    let all: { edits: number; words: AskedWord[] }[] = [{ edits: 0, words: [] }]
    for (const word of words) {
      const choices = [{ word: word.text, edits: 0 }, ...(isUnknown(word) ? spellings(word.text) : [])]
      all = all
        .flatMap((each) =>
          choices.map((choice) => ({
            edits: each.edits + choice.edits,
            words: [...each.words, choice.edits === 0 ? word : { ...word, text: choice.word }],
          })),
        )
        .sort((a, b) => a.edits - b.edits)
        .slice(0, 8)
    }
    return all.filter(({ edits }) => edits > 0).map((each) => each.words)
  }

  const isNumber = (text: string) =>
    /\p{Nd}/u.test(text) &&
    (isSku(text) || rows.some(({ last }) => last !== '' && last === withoutZeros(text)))

  /** The parts of a list, none if the question is none. */
  function partsOf(words: Words): Words[] {
    const of = words.map((_, at) => isLineWord(words, at))
    const own = words.filter((word, at) => !of[at] && !isFiller(word))
    const pieces = [...new Set(own.map(({ piece }) => piece))]
    const spelledIn = (piece: number) =>
      own
        .filter((word) => word.piece === piece)
        .map(({ spelled }) => spelled)
        .join('')
    const byPiece =
      words.every(({ part }) => part === 0) &&
      pieces.length > 1 &&
      pieces.every((piece) => isNumber(spelledIn(piece)))
    const keyOf = (word: AskedWord, at: number) =>
      byPiece ? (of[at] || isFiller(word) ? -1 : word.piece) : word.part
    const keys = [...new Set(words.map(keyOf))]
    if (keys.length < 2) return []
    const groups = keys.map((key) => {
      const mine = words.map((word, at) => ({ word, at })).filter(({ word, at }) => keyOf(word, at) === key)
      return {
        own: mine.filter(({ at }) => !of[at]).map(({ word }) => word),
        ofLines: mine.filter(({ at }) => of[at]).map(({ word }) => word),
      }
    })
    const isNamed = (group: (typeof groups)[number]) => tellingOf(group.own).length > 0
    const named = groups.filter(isNamed)
    const linesOnly = groups.filter((group) => !isNamed(group) && group.ofLines.length > 0)
    const [only] = named
    if (only !== undefined && named.length === 1 && linesOnly.length > 0)
      return [only, ...linesOnly]
        .filter(({ ofLines }) => ofLines.length > 0)
        .map(({ ofLines }) => [...ofLines, ...only.own])
    const withLines = groups.filter(({ ofLines }) => ofLines.length > 0)
    const [shared] = withLines
    if (shared !== undefined && withLines.length === 1)
      return named.map((group) => [...shared.ofLines, ...group.own])
    return groups
      .filter((group) => isNamed(group) || group.ofLines.length > 0)
      .map((group) => [...group.ofLines, ...group.own])
  }

  const FAMILY = ['family']
  const TONES = ['family', 'tone']
  const alone = (words: Words): Found | undefined =>
    byWords(rows, words, []) ?? byWords(rows, words, FAMILY) ?? byName(rows, words, true)

  /** The lists of an answer that take turns; a fabric is in the one that finds it best. */
  function inTurn(parts: readonly Found[]): Found[] {
    const scoreOf = ({ cost }: Found, { rank }: Ranked) => RANKS * cost + rank
    const owners = new Map<Row, { part: number; score: number }>()
    for (const [part, found] of parts.entries()) {
      for (const each of found.color === undefined ? found.ranked : []) {
        const score = scoreOf(found, each)
        if (score < (owners.get(each.row)?.score ?? Number.POSITIVE_INFINITY))
          owners.set(each.row, { part, score })
      }
    }
    const colors = byColors(
      parts.flatMap(({ color }) =>
        color === undefined
          ? []
          : [{ hex: color.hex, within: color.within.filter((row) => !owners.has(row)) }],
      ),
    )
    return parts.map((found, part) =>
      found.color === undefined
        ? { ...found, ranked: found.ranked.filter(({ row }) => owners.get(row)?.part === part) }
        : (colors.shift() ?? found),
    )
  }

  function asList(words: Words): Found[] | undefined {
    const parts = partsOf(words)
    const [only] = parts
    if (parts.length === 1 && only !== undefined) {
      const found = alone(only) ?? byWords(rows, only, TONES)
      return found && [found]
    }
    const found = parts.map((part) => alone(part) ?? byWords(rows, part, TONES) ?? byName(rows, part, false))
    return parts.length > 1 && found.every((each) => each !== undefined)
      ? inTurn(found.filter((each) => each !== undefined))
      : undefined
  }

  function asWritten(words: Words): Found[] | undefined {
    const isList = words.some(({ part }) => part > 0)
    const one = isList ? byWords(rows, words, []) : alone(words)
    if (one !== undefined) return [one]
    const list = asList(words)
    if (list !== undefined) return list
    const toned = byWords(rows, words, TONES)
    return toned && [toned]
  }

  function together(words: Words): Words {
    const telling = tellingOf(words)
    const joints = telling.flatMap((word, at) => {
      const before = telling[at - 1]
      return before !== undefined && before.part < word.part && areOfLine(before.text, word.text)
        ? [word.part]
        : []
    })
    return words.map((word) => ({
      ...word,
      part: word.part - joints.filter((part) => part <= word.part).length,
    }))
  }

  const hasColor = (words: Words) => words.some(({ text }) => colorNamed([text]) !== undefined)

  function answer(written: Words): Found[] | undefined {
    const words = together(written)
    const first = asWritten(words)
    if (first !== undefined) return first
    const others = rewritings(words)
    for (const other of others) {
      const found = asWritten(other)
      if (found !== undefined) return found
    }
    for (const other of others) {
      const found = byName(rows, other, false)
      if (found !== undefined) return [found]
    }
    const kept = words.filter(
      (word, at) =>
        !isUnknown(word) || rows.some((row) => (qualities(row, words)[at] ?? 0) > 0) || isOfGuides(words, at),
    )
    const isLess = kept.length < words.length && tellingOf(kept).length > 0
    const isOne = kept.every(({ part }) => part === 0)
    const dropped = isLess && isOne ? byWords(rows, kept, TONES, true) : undefined
    if (dropped !== undefined) return [dropped]
    const list = isLess && partsOf(kept).every(hasColor) ? asList(kept) : undefined
    if (list !== undefined) return list
    const color = byName(rows, isLess ? kept : words, false)
    if (color !== undefined) return [color]
    const isColor = (word: AskedWord) => word.kind !== 'tone' && !isFiller(word) && hasColor([word])
    const colors = kept.filter(isColor)
    return colors.length < 2
      ? undefined
      : asList(
          kept.map((word, at) => ({
            ...word,
            part: Math.max(0, kept.slice(0, at + 1).filter(isColor).length - 1),
          })),
        )
  }

  function isOfGuides(words: Words, at: number): boolean {
    const word = words[at]?.text
    const pairs = [`${words[at - 1]?.text} ${word}`, `${word} ${words[at + 1]?.text}`]
    const has = (text: string, part: string) => ` ${wordsOf(text).join(' ')} `.includes(` ${part} `)
    return guides.some(
      ({ name, text }) => has(name, word ?? '') || pairs.some((pair) => has(`${name} ${text}`, pair)),
    )
  }

  /** All fabrics that a question finds, in their order. */
  return (query: string): readonly FabricRecord[] => {
    const { colors, words } = readQuestion(query, isSku)
    const telling = tellingOf(words).filter(({ kind }) => kind !== 'meant')
    const besideColors = (): readonly Row[] => {
      const among = colored(rows)
      if (telling.length === 0) return among
      for (const some of [telling, ...rewritings(telling)])
        for (const may of [[], FAMILY, TONES]) {
          const found = byWords(among, some, may)
          if (found !== undefined) return among.filter((row) => found.ranked.some((each) => each.row === row))
        }
      const named = byName(rows, telling, false)
      return named?.color?.within ?? []
    }
    const within = colors.length > 0 ? besideColors() : []
    const lists =
      colors.length > 0
        ? byColors(colors.map((hex) => ({ hex, within })))
        : words.length > 0
          ? (answer(words) ?? [])
          : []
    const longest = Math.max(0, ...lists.map(({ ranked }) => ranked.length))
    return Array.from({ length: longest }, (_, turn) =>
      lists.flatMap(({ ranked }) => ranked[turn]?.row.fabric ?? []),
    ).flat()
  }
}
