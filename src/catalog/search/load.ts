import { labOfRgb, rgbOf } from '../../core/color.ts'
import { foldWords } from '../../core/text.ts'
import { noBits, setBit } from './bits.ts'
import { type CatalogIndex, type Field, type Line, lettersOf, SKU_BEGINNING, withoutZeros } from './memory.ts'
import { SHORT_NAMES, spelledWordsOf, usual, wordsOf } from './vocabulary.ts'

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

/** The numbers by which a SKU is called: 1240 and k1240 of K001-1240, 185s of 9900-185S, 47 and dv47 of DV047. */
function numbersOf(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? ''
  const isPart = words.length > 1 && /^\d/.test(last)
  const number = withoutZeros(isPart ? last : (/(?<=\D)\d+$/.exec(last)?.[0] ?? ''))
  const [letters = ''] = /^\p{L}*/u.exec(words[0] ?? '') ?? []
  return number === '' ? [] : [...new Set([number, letters + number])]
}

/** The words of a name with a space before each. */
const spaced = (name: string): string =>
  wordsOf(name)
    .map((word) => ` ${word}`)
    .join('')

function lineOf(manufacturer: string, collection: string, at: number): Line {
  // What a short name stands for begins a word of the line's name.
  const short = SHORT_NAMES.filter(
    (name) =>
      spaced(manufacturer).includes(name.manufacturer && ` ${name.manufacturer}`) &&
      spaced(collection).includes(name.collection && ` ${name.collection}`),
  )
  const fieldOf = (name: string, filter: 'manufacturer' | 'collection'): Field => ({
    words: wordsOf(name),
    text: spaced(name),
    shortNames: short.filter((each) => each[filter] !== '').map((each) => each.short.replaceAll(' ', '')),
  })
  const maker = fieldOf(manufacturer, 'manufacturer')
  const own = fieldOf(collection, 'collection')
  return { manufacturer, collection, maker, own, from: at, to: at }
}

/**
 * Builds the index of a catalog. It yields again and again, so that the caller can let others work in between: no step
 * takes longer than a few milliseconds, whatever the size of the catalog.
 */
export function* building(catalog: CatalogToIndex): Generator<void, CatalogIndex> {
  const { version, count, guides } = catalog
  const words: string[] = []
  const wordIds = new Map<string, number>()
  const fabricsOf: number[][] = []
  const linesOf: number[][] = []
  const lines: Line[] = []
  const nameWords: number[][] = []
  const names: string[] = []
  const spellings: string[] = []
  const skus: string[] = []
  const bySkuBeginning = new Map<string, number[]>()
  const byNumber = new Map<string, number[]>()
  const keys = new Float64Array(count)
  const lineNumbers = new Uint32Array(count)
  const rgbs = new Uint32Array(count)
  const labs = new Float64Array(3 * count)
  const colored = noBits(count)
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

  let at = 0
  for (const { key, manufacturer, collection, name, sku, colorHex } of catalog.fabrics) {
    let line = lines.at(-1)
    if (line?.manufacturer !== manufacturer || line.collection !== collection) {
      line = lineOf(manufacturer, collection, at)
      const ofLine = [line.maker, line.own].flatMap((field) => [...field.words, ...field.shortNames])
      const ids = new Set(ofLine.map(idOf))
      for (const id of ids) linesOf[id]?.push(lines.length)
      lines.push(line)
    }
    keys[at] = key
    lineNumbers[at] = lines.length - 1
    const spelled = spelledWordsOf(name)
    const usualWords = spelled.map(usual)
    const ids = usualWords.map(idOf)
    for (const id of new Set(ids)) fabricsOf[id]?.push(at)
    nameWords.push(ids)
    names.push(usualWords.join(''))
    spellings.push(spelled.join(''))
    const skuWords = foldWords(sku ?? '')
    skus.push(skuWords.join(''))
    if (sku !== null) addTo(bySkuBeginning, skuWords.join('').slice(0, SKU_BEGINNING), at)
    for (const number of numbersOf(skuWords)) addTo(byNumber, number, at)
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
  const inLines = (texts: readonly string[]) => texts.map((text) => ` ${wordsOf(text).join(' ')} `).join('\n')
  return {
    version,
    count,
    keys,
    lines,
    lineOf: lineNumbers,
    words,
    wordIds,
    beginnings,
    letters: Int32Array.from(words, lettersOf),
    nameWords,
    fabricsOf,
    linesOf,
    names,
    spellings,
    skus,
    bySkuBeginning,
    byNumber,
    rgbs,
    labs,
    colored,
    byLightness,
    guideNames: inLines(guides.map(({ name }) => name)),
    guideTexts: inLines(guides.map(({ name, text }) => `${name} ${text}`)),
  }
}
