import {
  ABBREVIATIONS,
  ASKING_WORDS,
  COMPANY_WORDS,
  EMPTY_PAIRS,
  EMPTY_WORDS,
  FAMILY_WORDS,
  MEASURE_WORDS,
  SHORT_NAMES,
  SPELLINGS,
  TONE_WORDS,
} from '../../src/catalog/search/query/vocabulary.ts'
import { ciede2000, labOf } from '../../src/core/color.ts'
import type { FabricRecord, ForgivenessLevel } from '../../src/core/repositories.ts'
import { foldWords } from '../../src/core/text.ts'
import { colorsOf } from './color-words.ts'
import { editsBetween } from './edits.ts'
import type { Wanted } from './searching.ts'

/**
 * The decisions on search (D14–D18), applied to all fabrics one by one: slow, and plain enough to be
 * believed. It is written from the decisions and shares nothing with the engine but the tables of words.
 */

const LEVELS: readonly ForgivenessLevel[] = [0, 1, 2, 3, 4]

/** Fewer characters are the beginning of too many SKUs to mean one. */
const SHORTEST_SKU = 3

/** A word that so many fabrics have is taken as meant; fewer may be slips of the catalog itself (D16, level 4). */
const COMMON = 3

/** Symbols are no part of a word. */
const wordsOf = (text: string): string[] =>
  foldWords(text)
    .map((word) => word.replaceAll(/\p{So}/gu, ''))
    .filter((word) => word !== '')
    .map((word) => SPELLINGS.get(word) ?? word)
const squeezed = (text: string) => wordsOf(text).join('')
const hasDigit = (text: string) => /\p{Nd}/u.test(text)
const isEmpty = (word: string) => EMPTY_WORDS.has(word)

/** Where words of a query say nothing: alone, in pairs, and as numbers before a measure. */
function emptyPlaces(words: readonly string[]): readonly boolean[] {
  const isOfPair = words.map((_, index) =>
    [index - 1, index].some((from) => EMPTY_PAIRS.has(`${words[from]} ${words[from + 1]}`)),
  )
  const text = words.map((word, index) =>
    MEASURE_WORDS.has(word) || isOfPair[index] ? '|' : /^\d+$/.test(word) ? '1' : '.',
  )
  const amounts = new Set(
    [...text.join('').matchAll(/1+(?=\|)/g)].flatMap(({ index, 0: run }) =>
      [...run].map((_, offset) => index + offset),
    ),
  )
  return words.map((word, index) => isEmpty(word) || isOfPair[index] === true || amounts.has(index))
}

/** A fabric as the rules look at it. */
interface Folded {
  readonly fabric: FabricRecord
  readonly name: readonly string[]
  readonly collection: readonly string[]
  readonly maker: readonly string[]
  /** Collection and maker. */
  readonly line: readonly string[]
  readonly sku: string
  /** Neighbours of one field, and written together. */
  readonly pairs: ReadonlyMap<
    string,
    readonly { readonly texts: readonly string[]; readonly isInName: boolean }[]
  >
}

function pairsOf(fields: readonly (readonly string[])[]): Folded['pairs'] {
  const pairs = new Map<string, { texts: readonly string[]; isInName: boolean }[]>()
  for (const [index, field] of fields.entries()) {
    for (const [at, word] of field.slice(1).entries()) {
      const together = `${field[at]}${word}`
      const known = pairs.get(together) ?? []
      pairs.set(together, [...known, { texts: field.slice(at, at + 2), isInName: index === 0 }])
    }
  }
  return pairs
}

function folded(fabric: FabricRecord): Folded {
  const written = (text: string) => wordsOf(text).map((word) => ABBREVIATIONS.get(word) ?? word)
  const name = written(fabric.name)
  const collection = written(fabric.collection)
  const maker = written(fabric.manufacturer)
  return {
    fabric,
    name,
    collection,
    maker,
    line: [...collection, ...maker],
    sku: squeezed(fabric.sku ?? ''),
    pairs: pairsOf([name, collection, maker]),
  }
}

/** One way in which a fabric satisfies one or several words of a query. */
interface Way {
  /** How many words of the query it takes. */
  readonly takes: number
  /** The words that it stands for; none when the word is missing. */
  readonly text: readonly string[]
  /** Where it stands whole or as a beginning, and where at all. */
  readonly begins: ReadonlySet<'name' | 'line'>
  readonly isInName: boolean
  readonly missing?: 'empty' | 'family' | 'tone'
  /** What the word is, where it is found. */
  readonly kind?: 'family' | 'tone' | 'empty' | undefined
  readonly isWholeSku?: boolean
}

const kindOf = (word: string): Way['kind'] => {
  if (FAMILY_WORDS.has(word)) return 'family'
  if (TONE_WORDS.has(word)) return 'tone'
  return isEmpty(word) ? 'empty' : undefined
}

/** A word of the query at its place, with what the rules say of it whatever the fabric. */
interface Asked {
  readonly word: string
  readonly forms: readonly string[]
  readonly kind: Way['kind']
  /** Level 1: words from here on, written together, that may begin a SKU. */
  readonly skus: readonly { readonly takes: number; readonly text: string }[]
  /** Level 1: short names that stand here. */
  readonly shortNames: readonly {
    readonly text: string
    readonly takes: number
    readonly manufacturer?: string
    readonly collection?: string
  }[]
  /** Levels 2 and 3: how the word may be missing. */
  readonly missing: readonly Way[]
  /** Level 4: words of the catalog that it may be a misspelling of. */
  readonly spellings: ReadonlySet<string>
  /** Level 4: the word and the next one written together. */
  readonly joined: string | undefined
  /** Level 4: the word cut into two or three words of the catalog. */
  readonly cuts: readonly (readonly string[])[]
}

/** What the catalog as a whole says of its words: how many fabrics have each. */
type Counts = ReadonlyMap<string, number>

const missingWay = (missing: 'empty' | 'family' | 'tone'): Way => ({
  takes: 1,
  text: [],
  begins: new Set(),
  isInName: false,
  missing,
})

/** Level 4: one edit from four letters, two from eight; a word that is common is taken as meant. */
function spellingsOf(word: string, counts: Counts): ReadonlySet<string> {
  const isCommon = (counts.get(word) ?? 0) >= COMMON
  // Nobody means another word by one that says nothing.
  if (isCommon || isEmpty(word) || !/^\p{L}+$/u.test(word) || word.length < 4) return new Set()
  const most = word.length < 8 ? 1 : 2
  return new Set([...counts.keys()].filter((other) => editsBetween(word, other) <= most))
}

function missingAt(words: readonly string[], at: number, level: ForgivenessLevel): Way[] {
  const [word = ''] = words.slice(at)
  const ways: Way[] = []
  const empty = emptyPlaces(words)
  // Something must be left that says what is meant. A word of the trade does, if the others only ask.
  const isLeft = ASKING_WORDS.has(word)
    ? words.some((each) => !ASKING_WORDS.has(each))
    : !empty.every((each) => each)
  if (level >= 2 && empty[at] && isLeft) ways.push(missingWay('empty'))
  if (level >= 3 && TONE_WORDS.has(word)) ways.push(missingWay('tone'))
  // At level 4 no family word is missing.
  if (level === 3 && FAMILY_WORDS.has(word)) ways.push(missingWay('family'))
  return ways
}

function askedAt(
  words: readonly string[],
  at: number,
  level: ForgivenessLevel,
  counts: Counts,
  isSku: (text: string) => boolean,
): Asked {
  const word = words[at] ?? ''
  const next = words[at + 1]
  const form = ABBREVIATIONS.get(word)
  const runs = words.slice(at).map((_, index) => ({
    takes: index + 1,
    text: words.slice(at, at + index + 1).join(''),
  }))
  const shortNames = SHORT_NAMES.flatMap(({ short, ...meant }) => {
    const text = short.split(' ')
    const isHere = text.every((each, index) => each === words[at + index])
    return isHere ? [{ text: short, takes: text.length, ...meant }] : []
  })
  const places = Array.from({ length: word.length }, (_, index) => index)
  const cuts = places.flatMap((one) =>
    places.flatMap((other) => {
      const parts = [word.slice(0, one), word.slice(one, other), word.slice(other)]
      const [first = '', middle = '', last = ''] = parts
      const isLong = first.length >= 3 && last.length >= 3 && other >= one && middle.length !== 1
      return isLong ? [parts.filter((part) => part !== '')] : []
    }),
  )
  return {
    word,
    forms: form === undefined ? [word] : [word, form],
    kind: emptyPlaces(words)[at] ? 'empty' : kindOf(word),
    // As many words as make a SKU: the rest of one says nothing by itself.
    skus: level >= 1 ? runs.filter(({ text }) => hasDigit(text) && isSku(text)).slice(-1) : [],
    shortNames: level >= 1 ? shortNames : [],
    missing: missingAt(words, at, level),
    spellings: level >= 4 ? spellingsOf(word, counts) : new Set(),
    joined: level >= 4 && next !== undefined && counts.has(word + next) ? word + next : undefined,
    cuts: level >= 4 ? cuts.filter((parts) => parts.every((part) => counts.has(part))) : [],
  }
}

/** D14: inside a word from three characters, else at its beginning; or two neighbours of a field together. */
function asWritten(row: Folded, { word, forms, kind }: Asked): Way[] {
  const ways: Way[] = []
  const { line } = row
  for (const part of forms) {
    const isLong = [...part].length >= 3
    const occursIn = (whole: string) => (isLong ? whole.includes(part) : whole.startsWith(part))
    const isInName = row.name.some(occursIn)
    if (!isInName && !line.some(occursIn)) continue
    const begins = new Set<'name' | 'line'>()
    if (row.name.some((whole) => whole.startsWith(part))) begins.add('name')
    if (line.some((whole) => whole.startsWith(part))) begins.add('line')
    ways.push({ takes: 1, text: [part], begins, isInName, kind })
  }
  for (const { texts, isInName } of row.pairs.get(word) ?? []) {
    ways.push({ takes: 1, text: texts, begins: new Set([isInName ? 'name' : 'line']), isInName, kind })
  }
  return ways
}

/** Level 1: the beginning of the SKU, or a short name of maker or collection. */
function asKnown(row: Folded, { skus, shortNames }: Asked): Way[] {
  const way = (takes: number, text: string, isWholeSku = false): Way => ({
    takes,
    text: [text],
    begins: new Set(['line']),
    isInName: false,
    isWholeSku,
  })
  const stands = (phrase: string | undefined, field: readonly string[]) =>
    phrase === undefined || ` ${field.join(' ')}`.includes(` ${phrase}`)
  return [
    ...skus
      .filter(({ text }) => row.sku === text || (text.length >= SHORTEST_SKU && row.sku.startsWith(text)))
      .map(({ takes, text }) => way(takes, text, row.sku === text)),
    ...shortNames
      .filter((meant) => stands(meant.manufacturer, row.maker) && stands(meant.collection, row.collection))
      .map(({ takes, text }) => way(takes, text)),
  ]
}

/** Level 4: another spelling, two words written together, or one word cut in two; the word that is meant may go on. */
function asMisspelled(row: Folded, { spellings, joined, cuts }: Asked): Way[] {
  const ways: Way[] = []
  const one = (word: string, takes: number): void => {
    const begins = (whole: string) => whole.startsWith(word)
    const isInName = row.name.some(begins)
    const isInLine = row.line.some(begins)
    if (!isInName && !isInLine) return
    const places = [...(isInName ? ['name' as const] : []), ...(isInLine ? ['line' as const] : [])]
    ways.push({ takes, text: [word], begins: new Set(places), isInName })
  }
  for (const word of spellings) one(word, 1)
  if (joined !== undefined) one(joined, 2)
  const all = [...row.name, ...row.line]
  for (const text of cuts) {
    const isIn = (field: readonly string[]) => (part: string) => field.some((whole) => whole.startsWith(part))
    if (!text.every(isIn(all))) continue
    const place = text.every(isIn(row.name)) ? 'name' : 'line'
    ways.push({ takes: 1, text, begins: new Set([place]), isInName: text.some(isIn(row.name)) })
  }
  return ways
}

/** What may be missing is missing for a reason: another word is found in the fabric's own name (D16, level 3). */
function isAllowed(ways: readonly Way[]): boolean {
  const inName = ways.filter(({ isInName, kind }) => isInName && kind !== 'empty')
  const isMissing = (what: Way['missing']) => ways.some(({ missing }) => missing === what)
  if (isMissing('family') && inName.every(({ kind }) => kind === 'tone')) return false
  return !isMissing('tone') || inName.length > 0
}

/** Steps of D15 where words are of the name and of the line. */
const IN_NAME = 4
const PRINTED = 5
const ACROSS = 6
const INSIDE = 9
const STEPS = 10

/** The ways to take some words for the name and the others for the line. */
function splitsOf(found: readonly Way[]): readonly (readonly [name: readonly Way[], line: readonly Way[]])[] {
  const [first, ...others] = found
  if (first === undefined) return [[[], []]]
  return splitsOf(others).flatMap(
    ([name, line]) =>
      [
        [[first, ...name], line],
        [name, [first, ...line]],
      ] as const,
  )
}

const textOf = (ways: readonly Way[]) => ways.flatMap((way) => way.text).join(' ')

/** The exact name beside the exact collection; the exact name, or its beginning, beside words of the line; or the words anywhere. */
function splitStep(name: string, collection: string, found: readonly Way[]): number {
  const steps = splitsOf(found).map(([ofName, ofLine]) => {
    const text = textOf(ofName)
    if (text === '' || ofLine.length === 0) return ACROSS + 2
    if (text === name && textOf(ofLine) === collection) return PRINTED
    if (!ofLine.every(({ begins }) => begins.has('line')) || !name.startsWith(text)) return ACROSS + 2
    return text === name ? ACROSS : ACROSS + 1
  })
  return Math.min(...steps)
}

/** D15, first ones first; what is missing does not count. */
function stepOf({ name, collection, maker }: Folded, ways: readonly Way[]): number {
  if (ways.some(({ isWholeSku }) => isWholeSku)) return 0
  const found = ways.filter(({ missing }) => missing === undefined)
  const text = textOf(found)
  const fullName = name.join(' ')
  const line = collection.join(' ')
  // The exact name, alone or as it is printed behind its line.
  const printed = [fullName, `${line} ${fullName}`, `${maker.join(' ')} ${line} ${fullName}`]
  if (printed.includes(text)) return 1
  if (`${line} `.startsWith(`${text} `)) return 2
  if (fullName.startsWith(text)) return 3
  if (found.every(({ begins }) => begins.has('name'))) return IN_NAME
  return found.every(({ begins }) => begins.size > 0) ? splitStep(fullName, line, found) : INSIDE
}

/** The place of a fabric at this level, or `undefined` where it does not match: fewest words missing, then D15. */
function placeAt(row: Folded, query: string, asked: readonly Asked[]): number | undefined {
  if (hasDigit(query) && row.sku === query) return 0
  let best: number | undefined
  const walk = (at: number, ways: readonly Way[]): void => {
    const each = asked[at]
    if (each !== undefined) {
      // A word that only asks is no part of a name, whatever it begins.
      const isAsking = each.missing.length > 0 && ASKING_WORDS.has(each.word)
      for (const way of [
        ...(isAsking ? [] : asWritten(row, each)),
        ...asKnown(row, each),
        ...each.missing,
        ...asMisspelled(row, each),
      ])
        walk(at + way.takes, [...ways, way])
      return
    }
    if (ways.every(({ missing }) => missing !== undefined) || !isAllowed(ways)) return
    const missing = ways.filter((way) => way.missing === 'family' || way.missing === 'tone').length
    best = Math.min(best ?? Number.POSITIVE_INFINITY, missing * STEPS + stepOf(row, ways))
  }
  if (asked.length > 0) walk(0, [])
  return best
}

/** D18: by whole value, else by the beginning of words and short names, else without empty words, else by spelling. */
function valuesFor(
  values: readonly string[],
  facet: 'manufacturer' | 'collection',
  filter: string,
): string[] {
  const wanted = wordsOf(filter)
  const telling = wanted.filter((word) => !isEmpty(word) && !COMPANY_WORDS.has(word))
  const holds = (accepts: (words: readonly string[]) => boolean) =>
    values.filter((value) => accepts(wordsOf(value)))
  const begins = (phrase: readonly string[]) =>
    holds((words) => phrase.length > 0 && ` ${words.join(' ')}`.includes(` ${phrase.join(' ')}`))
  const means = SHORT_NAMES.filter(({ short }) => short === wanted.join(' ')).flatMap((name) =>
    name[facet] === undefined ? [] : begins(wordsOf(name[facet])),
  )
  const spelled = (phrase: readonly string[]) =>
    holds((words) =>
      words.some((_, from) => {
        const run = words.slice(from, from + phrase.length)
        const isSpelled = phrase.every((word, index) => {
          const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
          return editsBetween(word, run[index] ?? '') <= most
        })
        const isJoined = [1, 2, 3].some(
          (count) => words.slice(from, from + count).join('') === phrase.join(''),
        )
        return phrase.length > 0 && (isSpelled || isJoined)
      }),
    )
  const steps = [
    () => holds((words) => wanted.length > 0 && words.join(' ') === wanted.join(' ')),
    () => [...begins(wanted), ...means],
    () => begins(telling),
    () => [...spelled(wanted), ...spelled(telling)],
  ]
  for (const step of steps) {
    const found = step()
    if (found.length > 0) return found
  }
  return []
}

const order = (values: readonly (readonly [string | number, string | number])[]): number => {
  for (const [one, other] of values) if (one !== other) return one < other ? -1 : 1
  return 0
}

/** D5 */
const byCatalogOrder = (one: FabricRecord, other: FabricRecord): number =>
  order([
    [one.manufacturer, other.manufacturer],
    [one.collection, other.collection],
    [one.name, other.name],
    [one.id, other.id],
  ])

/** What a search should answer: every match, in order. */
export interface Expected {
  readonly level: ForgivenessLevel | undefined
  readonly fabrics: readonly FabricRecord[]
  /** For each fabric its step in the order of D15; empty for a search by colour. */
  readonly steps: readonly number[]
}

/** D17: nearest first; of several colours in turn, each fabric with the colour that it is nearest to. */
function byColors(rows: readonly FabricRecord[], colors: readonly string[]): FabricRecord[] {
  const targets = colors.map(labOf)
  const groups = colors.map((): { row: FabricRecord; distance: number }[] => [])
  for (const row of rows) {
    const lab = labOf(row.colorHex ?? '')
    const distances = targets.map((target) => Number(ciede2000(target, lab).toFixed(6)))
    const distance = Math.min(...distances)
    groups[distances.indexOf(distance)]?.push({ row, distance })
  }
  for (const group of groups) group.sort((a, b) => a.distance - b.distance || byCatalogOrder(a.row, b.row))
  const longest = Math.max(...groups.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) =>
    groups.flatMap((group) => group[turn]?.row ?? []),
  ).flat()
}

/** A catalog that is asked by the rules alone. */
export function createOracle(fabrics: readonly FabricRecord[]): (asked: Wanted) => Expected {
  const rows = fabrics.toSorted(byCatalogOrder).map(folded)
  const counts = new Map<string, number>()
  for (const { name, collection, maker } of rows) {
    for (const word of new Set([...name, ...collection, ...maker]))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const skus = new Set(rows.map(({ sku }) => sku))
  const isSku = (text: string) =>
    skus.has(text) || (text.length >= SHORTEST_SKU && rows.some(({ sku }) => sku.startsWith(text)))
  const distinct = (facet: 'manufacturer' | 'collection') => [
    ...new Set(fabrics.map((fabric) => fabric[facet])),
  ]

  function byWords(among: readonly Folded[], words: readonly string[]): Expected {
    for (const level of LEVELS) {
      const asked = words.map((_, at) => askedAt(words, at, level, counts, isSku))
      const placed = among.flatMap((row) => {
        const place = placeAt(row, words.join(''), asked)
        return place === undefined ? [] : [{ fabric: row.fabric, place }]
      })
      if (placed.length === 0) continue
      placed.sort((a, b) => a.place - b.place)
      return {
        level,
        fabrics: placed.map(({ fabric }) => fabric),
        steps: placed.map(({ place }) => place),
      }
    }
    return { level: undefined, fabrics: [], steps: [] }
  }

  function byColor(among: readonly Folded[], colors: readonly string[], text: string): Expected {
    const words = wordsOf(text)
    const empty = emptyPlaces(words)
    const telling = words.filter((_, index) => !empty[index])
    const colored = among.filter(({ fabric }) => fabric.colorHex !== undefined)
    const left =
      telling.length === 0
        ? { level: 0 as const, fabrics: colored.map(({ fabric }) => fabric) }
        : byWords(colored, telling)
    return { level: left.level, fabrics: byColors(left.fabrics, colors), steps: [] }
  }

  return ({ query, manufacturer, collection }) => {
    const makers = manufacturer && valuesFor(distinct('manufacturer'), 'manufacturer', manufacturer)
    const lines = collection && valuesFor(distinct('collection'), 'collection', collection)
    const among = rows.filter(
      ({ fabric }) =>
        (!makers || makers.includes(fabric.manufacturer)) && (!lines || lines.includes(fabric.collection)),
    )
    if (query === undefined)
      return { level: 0, fabrics: among.map(({ fabric }) => fabric), steps: among.map(() => 0) }
    const sure = colorsOf(
      query,
      (hex) => !skus.has(hex.toLowerCase()) && /\d/.test(hex) && /[a-f]/i.test(hex),
    )
    if (sure.colors.length > 0) return byColor(among, sure.colors, sure.text)
    const found = byWords(among, wordsOf(query))
    if (found.fabrics.length > 0) return found
    const perhaps = colorsOf(query, () => true)
    return perhaps.colors.length > 0 ? byColor(among, perhaps.colors, perhaps.text) : found
  }
}
