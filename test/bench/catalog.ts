import type { FileFabric } from '../../src/catalog/index.ts'

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const words = (text: string) => text.trim().split(/\s+/)

/** A name has at most one of these. */
export const COLORS = words(`
  White Black Grey Blue Red Green Yellow Orange Purple Pink Brown Navy Teal Ivory Cream Coral Gold Mustard
  Olive Sage Rust Plum Lavender Aqua Mint Peach Rose Cherry Berry Blueberry Raspberry Mulberry Charcoal
  Slate Sand Khaki Denim Indigo Turquoise Jade Emerald Ruby Copper Bronze Silver Pewter Curry Saffron
  Lemon Lime Melon Apricot Cranberry Burgundy Wine Mauve Lilac Violet Iris Periwinkle Sky Ocean Cocoa`)
const MOODS = words(`
  Dusty Dark Light Bright Deep Pale Soft Misty Smoky Warm Cool Wild Sweet Vintage Antique Faded Rich Royal
  Golden Snowy Rainy Sunny Stormy Frosted Toasted Burnt Electric Neon Pastel Muted Crisp Velvet Winter`)
const MOTIFS = words(`
  Floral Stripe Dot Plaid Gingham Leaf Vine Meadow Garden Feather Paisley Damask Check Star Petal Bloom
  Blossom Thistle Clover Fern Bird Fox Rabbit Deer Bee Butterfly Shell Wave Cloud Moon Sun Texture Crosshatch
  Linen Burlap Marble Batik Chevron Herringbone Houndstooth Medallion Bouquet Wreath Scallop Lattice Mosaic`)
const SOLIDS = words('Solids Basics Shades Essentials Cottons Blenders Textures Classics Signature Premium')
const HOUSES = words('Fabrics Studio Textiles Mills Cottons Designs Cloth Prints House Company')
const ONSETS = words('b br c ch cl d dr f fl g gr h j k kl l m n p pr qu r s sh st t th tr v w z')
const RIMES = words('a ae an ar el en er i ia in is o ol on or u um ur y ay ey ina ola era ette ondo')

/** A word of two or three syllables, always the same for the same number. */
export function madeUpWord(number: number): string {
  const random = createRandom(number + 1)
  const syllable = () => pick(ONSETS, random()) + pick(RIMES, random())
  const word = Array.from({ length: 2 + (number % 2) }, syllable).join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

export const pick = <Value>(values: readonly Value[], at: number): Value => {
  const value = values[Math.floor(at * values.length)]
  if (value === undefined) throw new RangeError('nothing to pick from')
  return value
}

/** Small numbers often, large ones seldom, as with words. */
const skewed = (most: number, at: number) => Math.floor(most ** at) - 1

interface Line {
  readonly manufacturer: string
  readonly collection: string
  readonly code: string
  readonly isSolid: boolean
}

function createLines(fabrics: number, random: () => number): readonly Line[] {
  const makers = Math.min(240, Math.max(30, Math.floor(fabrics / 1000)))
  return Array.from({ length: Math.max(60, Math.floor(fabrics / 150)) }, (_, index) => {
    const maker = skewed(makers, random()) + 1
    const isSolid = index % 5 === 0
    const first = madeUpWord(10_000 + index)
    return {
      manufacturer: `${madeUpWord(maker)} ${pick(HOUSES, maker / (makers + 1))}`,
      collection: `${first} ${isSolid ? pick(SOLIDS, random()) : pick(MOTIFS, random())}`,
      code: `${first.slice(0, 2).toUpperCase()}${100 + (index % 900)}`,
      isSolid,
    }
  })
}

function nameOf({ isSolid }: Line, random: () => number): string {
  const color = pick(COLORS, random())
  const mood = random() < 0.6 ? [pick(MOODS, random())] : []
  if (isSolid) return [...mood, color].join(' ')
  const rare = random() < 0.5 ? [madeUpWord(100_000 + skewed(60_000, random()))] : []
  const number = random() < 0.05 ? [String(1000 + Math.floor(random() * 9000))] : []
  return [...rare, ...mood, pick(MOTIFS, random()), color, ...number].join(' ')
}

/** In the proportions of real catalogs; always the same for the same size. */
export function* generatedFabrics(count: number): Generator<FileFabric> {
  const random = createRandom(count)
  const lines = createLines(count, random)
  for (let index = 0; index < count; index += 1) {
    const line = pick(lines, random())
    const hex = Math.floor(random() * 0x1000000)
    yield {
      manufacturer: line.manufacturer,
      collection: line.collection,
      name: nameOf(line, random),
      // Names repeat within a collection; the SKU makes each fabric unique.
      sku: `${line.code}-${index + 1}`,
      ...(random() < 0.9 ? { colorHex: `#${hex.toString(16).padStart(6, '0').toUpperCase()}` } : {}),
    }
  }
}
