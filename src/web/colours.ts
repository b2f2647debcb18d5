import { type Lab, labOf } from '../core/color.ts'
import { memoize } from '../core/memoize.ts'
import type { FabricRecord } from '../core/rooms.ts'

/** The families of colours that the library is entered by, in the order of the colour wheel, each with a sample. */
export const FAMILIES = [
  ['red', '#B3202C'],
  ['pink', '#EE8FAF'],
  ['orange', '#E5812B'],
  ['yellow', '#F5CC45'],
  ['green', '#4C8B4A'],
  ['teal', '#1F8A8C'],
  ['blue', '#2F5FA8'],
  ['purple', '#6E4A93'],
  ['brown', '#7B5433'],
  ['cream', '#F1E4C8'],
  ['white', '#FDFDFB'],
  ['grey', '#8C8F92'],
  ['black', '#1B1B1D'],
] as const
export type Family = (typeof FAMILIES)[number][0]

export const isFamily = (text: string): text is Family => FAMILIES.some(([name]) => name === text)

const DEGREES = 180 / Math.PI
const chromaOf = ([, a, b]: Lab) => Math.hypot(a, b)
const hueOf = ([, a, b]: Lab) => (Math.atan2(b, a) * DEGREES + 360) % 360

/**
 * The family of a colour, by its hue, chroma and lightness in CIE L*a*b*. The limits were set by the names of the
 * shipped fabrics: what is called pink, brown or teal is in that family.
 */
function familyOf(hex: string): Family {
  const lab = labOf(hex)
  const [l] = lab
  const chroma = chromaOf(lab)
  const hue = hueOf(lab)
  if (l < 22 && chroma < 8) return 'black'
  if (chroma < (l > 85 ? 5 : 7)) return l > 93 ? 'white' : l < 27 ? 'black' : 'grey'
  if (l > 80 && chroma < 26 && hue > 50 && hue < 115) return 'cream'
  if (hue >= 340 && hue < 352) return l > 45 || chroma > 60 ? 'pink' : 'purple'
  if (hue >= 352 || hue < 4) return l > 38 ? 'pink' : 'red'
  if (hue < 18) return l > 58 || (chroma > 45 && hue < 10 && l > 50) ? 'pink' : 'red'
  if (hue < 48) return l > 66 ? 'pink' : chroma < 30 || (l < 38 && chroma < 38) ? 'brown' : 'red'
  if (hue < 78) return chroma < 28 || (l < 55 && chroma < 62) ? 'brown' : 'orange'
  if (hue < 102) return l < 48 || (chroma < 30 && l < 75) ? 'brown' : 'yellow'
  if (hue < 168) return 'green'
  if (hue < 225) return 'teal'
  if (hue < 292) return 'blue'
  if (hue < 326) return 'purple'
  return l > 62 ? 'pink' : 'purple'
}

/** The grey of the same lightness, as `#RRGGBB`: what a colour is in a black and white photograph. */
export function greyOf(hex: string): string {
  const [l] = labOf(hex)
  const y = l > 8 ? ((l + 16) / 116) ** 3 : (l * 27) / 24_389
  const channel = y <= 0.0031308 ? 12.92 * y : 1.055 * y ** (1 / 2.4) - 0.055
  const digits = Math.round(Math.min(1, Math.max(0, channel)) * 255)
    .toString(16)
    .padStart(2, '0')
  return `#${digits}${digits}${digits}`.toUpperCase()
}

export const ORDERS = [
  ['hue', 'Hue'],
  ['light', 'Lightness'],
  ['name', 'Name'],
] as const
export type Order = (typeof ORDERS)[number][0]

export const isOrder = (text: string): text is Order => ORDERS.some(([name]) => name === text)

/** Degrees */
const HUE_STEP = 12
const FAMILY_PLACE = new Map<Family, number>(FAMILIES.map(([name], place) => [name, place]))
const names = new Intl.Collator('en', { numeric: true })

/** The family of a fabric, if its colour is known. */
export const familyIn = memoize(({ colorHex }: FabricRecord) =>
  colorHex === undefined ? undefined : familyOf(colorHex),
)

function sorted(fabrics: readonly FabricRecord[], order: Order): readonly FabricRecord[] {
  if (order === 'name') return [...fabrics].sort((a, b) => names.compare(a.name, b.name))
  const keyed = fabrics.map((fabric) => {
    const { colorHex } = fabric
    if (colorHex === undefined) return { fabric, first: Number.POSITIVE_INFINITY, second: 0 }
    const lab = labOf(colorHex)
    const [l] = lab
    if (order === 'light') return { fabric, first: -l, second: 0 }
    const place = FAMILY_PLACE.get(familyIn(fabric) ?? 'black') ?? 0
    // Within a family by hue, in steps; in a step from light to dark. So neighbours differ little. Reds begin at 320°.
    const hue = chromaOf(lab) < 8 ? 0 : Math.floor(((hueOf(lab) + 40) % 360) / HUE_STEP)
    return { fabric, first: place * 100 + hue, second: -l }
  })
  // Not by subtraction: the difference of two infinities is no number.
  const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
  keyed.sort((a, b) => compare(a.first, b.first) || compare(a.second, b.second))
  return keyed.map(({ fabric }) => fabric)
}

/** Some items of a list, from its beginning to its end, evenly. */
export function spread<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, items.length / most)
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}

/** The whole shelf is sorted once for each order, because that takes a tenth of a second. */
const known = memoize((_: readonly FabricRecord[]) => new Map<Order, readonly FabricRecord[]>())

/** Fabrics as a person lays them out. Those without a colour come last. */
export function inOrder(fabrics: readonly FabricRecord[], order: Order): readonly FabricRecord[] {
  const orders = known(fabrics)
  const done = orders.get(order) ?? sorted(fabrics, order)
  orders.set(order, done)
  return done
}
