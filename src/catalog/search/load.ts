import { labOfRgb, rgbOf } from '../../core/color.ts'
import { foldWords } from '../../core/text.ts'
import { setBit } from './bits.ts'
import {
  type CatalogIndex,
  type Field,
  type GuideWords,
  type Line,
  lettersOf,
  SKU_BEGINNING,
} from './memory.ts'
import { spelledWordsOf, usual, withoutZeros, wordsOf } from './vocabulary.ts'

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

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/**
 * What a SKU begins with, and its last part if that begins with a digit: "k001" and "1240" of K001-1240, "9900" and "185s"
 * of 9900-185S, "dv" and "47" of DV047, "cs10" and "" of CS-10-Cream.
 */
function partsOfSku(words: readonly string[]): { readonly head: string; readonly last: string } {
  const last = words.at(-1) ?? ''
  const digits = /(?<=\D)\d+$/.exec(last)?.[0] ?? ''
  const isOne = words.length < 2
  return {
    head: isOne ? last.replace(/\d*$/, '') : words.slice(0, -1).join(''),
    last: withoutZeros(!isOne && /^\d/.test(last) ? last : digits),
  }
}

function fieldOf(name: string): Field {
  const words = wordsOf(name)
  return { words, text: words.map((word) => ` ${word}`).join('') }
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
  const words: string[] = []
  const wordIds = new Map<string, number>()
  const fabricsOf: number[][] = []
  const linesOf: number[][] = []
  const lines: Line[] = []
  const nameWords: number[][] = []
  const spellings: string[] = []
  const skus: string[] = []
  const bySkuBeginning = new Map<string, number[]>()
  const bySkuEnd = new Map<string, number[]>()
  const keys = new Float64Array(count)
  const lineOf = new Uint32Array(count)
  const rgbs = new Uint32Array(count)
  const labs = new Float64Array(3 * count)
  const colored = new Uint32Array((count + 31) >>> 5)
  const byLightness = Array.from({ length: 101 }, (): number[] => [])

  const idOf = (word: string): number => {
    const known = wordIds.get(word)
    if (known !== undefined) return known
    const id = words.push(word) - 1
    wordIds.set(word, id)
    fabricsOf.push([])
    linesOf.push([])
    return id
  }
  const lineBehind = (at: number, manufacturer: string, collection: string): Line => {
    const maker = fieldOf(manufacturer)
    const own = fieldOf(collection)
    const ids = new Set([...maker.words, ...own.words].map(idOf))
    for (const id of ids) linesOf[id]?.push(lines.length)
    return {
      manufacturer,
      collection,
      maker,
      own,
      words: ids,
      skuHeads: new Set<string>(),
      from: at,
      to: at,
    }
  }

  let at = 0
  for (const { key, manufacturer, collection, name, sku, colorHex } of fabrics) {
    let line = lines.at(-1)
    if (line?.manufacturer !== manufacturer || line.collection !== collection) {
      line = lineBehind(at, manufacturer, collection)
      lines.push(line)
    }
    keys[at] = key
    lineOf[at] = lines.length - 1
    const spelled = spelledWordsOf(name)
    const ids = spelled.map((word) => idOf(usual(word)))
    for (const id of new Set(ids)) fabricsOf[id]?.push(at)
    nameWords.push(ids)
    spellings.push(spelled.join(''))
    const skuWords = foldWords(sku ?? '')
    const compactSku = skuWords.join('')
    skus.push(compactSku)
    if (sku !== null) {
      const { head, last } = partsOfSku(skuWords)
      addTo(bySkuBeginning, compactSku.slice(0, SKU_BEGINNING), at)
      if (last !== '') addTo(bySkuEnd, last, at)
      if (/\d/.test(head)) line.skuHeads.add(head)
    }
    if (colorHex !== null) {
      const rgb = rgbOf(colorHex)
      const lab = labOfRgb(rgb)
      rgbs[at] = rgb
      labs.set(lab, 3 * at)
      setBit(colored, at)
      // Of black, rounding may leave a little too little.
      byLightness[Math.max(0, Math.floor(lab[0]))]?.push(at)
    }
    at += 1
    line.to = at
    if (at % STEP === 0) yield
  }

  const beginnings = new Map<string, number[]>()
  for (const [id, word] of words.entries()) {
    addTo(beginnings, word.slice(0, 1), id)
    if (word.length > 1) addTo(beginnings, word.slice(0, 2), id)
    if (id % STEP === 0) yield
  }
  return {
    version,
    count,
    keys,
    lines,
    lineOf,
    words,
    wordIds,
    beginnings,
    letters: Int32Array.from(words, lettersOf),
    nameWords,
    fabricsOf,
    linesOf,
    spellings,
    skus,
    bySkuBeginning,
    bySkuEnd,
    rgbs,
    labs,
    colored,
    byLightness,
    guides: guideWordsOf(guides),
  }
}

/** The words of all guides, each guide in a line with a space before and behind it. */
const guideWordsOf = (guides: CatalogToIndex['guides']): GuideWords => ({
  names: guides.map(({ name }) => ` ${wordsOf(name).join(' ')} `).join('\n'),
  texts: guides.map(({ name, text }) => ` ${wordsOf(`${name} ${text}`).join(' ')} `).join('\n'),
})
