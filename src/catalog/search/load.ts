import { labOfRgb, rgbOf } from '../../core/color.ts'
import { foldWords } from '../../core/text.ts'
import {
  type CatalogIndex,
  type Field,
  type GuideWords,
  hashOf,
  LIGHTNESS_STEPS,
  type Line,
  type Lists,
  lettersOf,
  lightnessStep,
  PART,
  SKU_BEGINNING,
  SKU_END,
  type Skus,
} from './memory.ts'
import { compact, spelledWordsOf, usual, withoutZeros, wordsOf } from './vocabulary.ts'

/** A fabric as the index needs it. */
export interface FabricToIndex {
  readonly key: number
  readonly manufacturer: string
  readonly collection: string
  readonly name: string
  readonly sku: string | null
  readonly colorHex: string | null
}

export interface CatalogToIndex {
  readonly version: string
  readonly count: number
  /** In the order of D5. */
  readonly fabrics: Iterable<FabricToIndex>
  readonly guides: ReadonlyArray<{ readonly name: string; readonly text: string }>
}

/** How many fabrics are read between two looks at the clock: less than a millisecond. */
const STEP = 100
/** How many numbers are moved between two looks at the clock. */
const QUICK_STEP = 50_000

/** Numbers of which nobody knows how many there will be. */
class Growing<Numbers extends Uint16Array | Uint32Array> {
  #items: Numbers
  readonly #make: (length: number) => Numbers
  length = 0

  constructor(make: (length: number) => Numbers) {
    this.#make = make
    this.#items = make(1024)
  }

  push(value: number): void {
    if (this.length === this.#items.length) {
      const more = this.#make(2 * this.length)
      more.set(this.#items)
      this.#items = more
    }
    this.#items[this.length++] = value
  }

  done(): Numbers {
    const exact = this.#make(this.length)
    exact.set(this.#items.subarray(0, this.length))
    return exact
  }
}

/** Lists under keys that are texts. */
function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** The last part of a SKU, if it begins with a digit: "1240" of K001-1240, "58" of 121-058, "185s" of 9900-185S, "47" of DV047. */
function lastPartOf(sku: string): string {
  const words = foldWords(sku)
  const last = words.at(-1) ?? ''
  const part = words.length > 1 && /^\d/.test(last) ? last : (/(?<=\D)\d+$/.exec(last)?.[0] ?? '')
  return withoutZeros(part)
}

/** The SKUs of all fabrics while they are being read. */
class SkuTable {
  readonly #chars = new Growing<Uint16Array>((length) => new Uint16Array(length))
  readonly #starts: Uint32Array
  readonly #lastParts: Uint8Array
  readonly #byBeginning = new Map<string, number[]>()
  readonly #byEnd = new Map<string, number[]>()

  constructor(count: number) {
    this.#starts = new Uint32Array(count + 1)
    this.#lastParts = new Uint8Array(count)
  }

  add(fabric: number, sku: string): void {
    const key = compact(sku)
    for (let at = 0; at < key.length; at += 1) this.#chars.push(key.charCodeAt(at))
    if (key !== '') addTo(this.#byBeginning, key.slice(0, SKU_BEGINNING), fabric)
    const part = lastPartOf(sku)
    this.#lastParts[fabric] = part.length
    if (part !== '') addTo(this.#byEnd, part.slice(-SKU_END), fabric)
  }

  endOf(fabric: number): void {
    this.#starts[fabric + 1] = this.#chars.length
  }

  done(): Skus {
    return {
      chars: this.#chars.done(),
      starts: this.#starts,
      lastParts: this.#lastParts,
      byBeginning: this.#byBeginning,
      byEnd: this.#byEnd,
    }
  }
}

/** The keys under which each item is listed, turned round: the items of each key, in their order. */
function* inverted({ starts, items }: Lists, keys: number): Generator<void, Lists> {
  const ends = new Uint32Array(keys + 1)
  for (let at = 0; at < items.length; at += 1) {
    const key = (items[at] ?? 0) + 1
    ends[key] = (ends[key] ?? 0) + 1
    if (at % QUICK_STEP === 0) yield
  }
  for (let key = 0; key < keys; key += 1) ends[key + 1] = (ends[key + 1] ?? 0) + (ends[key] ?? 0)
  const found = new Uint32Array(items.length)
  const next = ends.slice()
  let length = 0
  for (let item = 0; item + 1 < starts.length; item += 1) {
    for (let at = starts[item] ?? 0; at < (starts[item + 1] ?? 0); at += 1) {
      const key = items[at] ?? 0
      const place = next[key] ?? 0
      const isAgain = place > (ends[key] ?? 0) && found[place - 1] === item
      if (isAgain) continue
      found[place] = item
      next[key] = place + 1
      length += 1
    }
    if (item % STEP === 0) yield
  }
  return length === items.length ? { starts: ends, items: found } : yield* packed(ends, next, found, length)
}

/** Lists without the room that words left that a name has twice. */
function* packed(
  starts: Uint32Array,
  ends: Uint32Array,
  items: Uint32Array,
  length: number,
): Generator<void, Lists> {
  const packedStarts = new Uint32Array(starts.length)
  const packedItems = new Uint32Array(length)
  let place = 0
  for (let key = 0; key + 1 < starts.length; key += 1) {
    packedItems.set(items.subarray(starts[key], ends[key]), place)
    place += (ends[key] ?? 0) - (starts[key] ?? 0)
    packedStarts[key + 1] = place
    if (key % STEP === 0) yield
  }
  return { starts: packedStarts, items: packedItems }
}

function fieldOf(name: string): Field {
  const words = wordsOf(name)
  return { words, text: words.map((word) => ` ${word}`).join('') }
}

/** Words get their numbers as they come. */
class WordTable {
  readonly words: string[] = []
  readonly ids = new Map<string, number>()
  readonly #usual = new Map<string, number>()

  idOf(word: string): number {
    const known = this.ids.get(word)
    if (known !== undefined) return known
    const id = this.words.length
    this.ids.set(word, id)
    this.words.push(word)
    return id
  }

  /** The number of a word as it is written. Words recur, so each is put into its usual spelling once. */
  idOfSpelled(spelled: string): number {
    const known = this.#usual.get(spelled)
    if (known !== undefined) return known
    const id = this.idOf(usual(spelled))
    this.#usual.set(spelled, id)
    return id
  }
}

/**
 * Builds the index of a catalog. It yields again and again, so that the caller can let others work in between: no step
 * takes longer than a few milliseconds, whatever the size of the catalog.
 */
export function* building({
  version,
  count,
  fabrics,
  guides,
}: CatalogToIndex): Generator<void, CatalogIndex> {
  const table = new WordTable()
  const lines: Line[] = []
  const nameStarts = new Uint32Array(count + 1)
  const nameItems = new Growing<Uint32Array>((length) => new Uint32Array(length))
  const keys = new Float64Array(count)
  const lineOf = new Uint32Array(count)
  const spellings = new Uint32Array(count)
  const rgbs = new Int32Array(count).fill(-1)
  const labs = new Float64Array(3 * count)
  const colored = new Uint32Array((count + 31) >>> 5)
  const skus = new SkuTable(count)

  let at = 0
  for (const fabric of fabrics) {
    const { manufacturer, collection } = fabric
    let line = lines.at(-1)
    if (line?.manufacturer !== manufacturer || line.collection !== collection) {
      const maker = fieldOf(manufacturer)
      const own = fieldOf(collection)
      const words = new Set([...maker.words, ...own.words].map((word) => table.idOf(word)))
      line = { manufacturer, collection, maker, own, words, from: at, to: at }
      lines.push(line)
    }
    keys[at] = fabric.key
    lineOf[at] = lines.length - 1
    const spelled = spelledWordsOf(fabric.name)
    for (const word of spelled) nameItems.push(table.idOfSpelled(word))
    spellings[at] = hashOf(spelled.join(''))
    if (fabric.sku !== null) skus.add(at, fabric.sku)
    skus.endOf(at)
    if (fabric.colorHex !== null) {
      const rgb = rgbOf(fabric.colorHex)
      rgbs[at] = rgb
      labs.set(labOfRgb(rgb), 3 * at)
      colored[at >>> 5] = (colored[at >>> 5] ?? 0) | (1 << (at & 31))
    }
    at += 1
    line.to = at
    nameStarts[at] = nameItems.length
    if (at % STEP === 0) yield
  }

  const nameWords = { starts: nameStarts, items: nameItems.done() }
  yield
  const { words, ids: wordIds } = table
  const linesOf: number[][] = []
  for (const [number, line] of lines.entries()) {
    for (const word of line.words) {
      const known = linesOf[word]
      if (known === undefined) linesOf[word] = [number]
      else known.push(number)
    }
    if (number % STEP === 0) yield
  }
  return {
    version,
    count,
    keys,
    lines,
    lineOf,
    words,
    wordIds,
    ...(yield* vocabularyOf(words)),
    nameWords,
    fabricsOf: yield* inverted(nameWords, words.length),
    linesOf,
    spellings,
    skus: skus.done(),
    rgbs,
    labs,
    colored,
    byLightness: yield* byLightness(rgbs, labs),
    guides: guideWordsOf(guides),
  }
}

function* vocabularyOf(
  words: readonly string[],
): Generator<void, Pick<CatalogIndex, 'beginnings' | 'parts' | 'letters'>> {
  const beginnings = new Map<string, number[]>()
  const parts = new Map<string, number[]>()
  const letters = new Int32Array(words.length)
  for (const [id, word] of words.entries()) {
    addTo(beginnings, word.slice(0, 1), id)
    if (word.length > 1) addTo(beginnings, word.slice(0, 2), id)
    const own = new Set<string>()
    for (let at = 0; at + PART <= word.length; at += 1) own.add(word.slice(at, at + PART))
    for (const part of own) addTo(parts, part, id)
    letters[id] = lettersOf(word)
    if (id % STEP === 0) yield
  }
  return { beginnings, parts, letters }
}

function* byLightness(rgbs: Int32Array, labs: Float64Array): Generator<void, Lists> {
  const steps = new Uint32Array(rgbs.length)
  const starts = new Uint32Array(rgbs.length + 1)
  let length = 0
  for (let fabric = 0; fabric < rgbs.length; fabric += 1) {
    if ((rgbs[fabric] ?? -1) >= 0) steps[length++] = lightnessStep(labs[3 * fabric] ?? 0)
    starts[fabric + 1] = length
    if (fabric % QUICK_STEP === 0) yield
  }
  return yield* inverted({ starts, items: steps.subarray(0, length) }, 100 * LIGHTNESS_STEPS + 1)
}

/** The words of all guides, each guide in a line with a space before and behind it. */
const guideWordsOf = (guides: CatalogToIndex['guides']): GuideWords => ({
  names: guides.map(({ name }) => ` ${wordsOf(name).join(' ')} `).join('\n'),
  texts: guides.map(({ name, text }) => ` ${wordsOf(`${name} ${text}`).join(' ')} `).join('\n'),
})
