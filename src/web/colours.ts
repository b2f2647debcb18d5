import { type Lab, labOf } from '../core/color.ts'
import { memoize } from '../core/memoize.ts'
import type { FabricRecord } from '../core/rooms.ts'

/** In the order of the colour wheel, each with a sample. */
export const FAMILIES: ReadonlyArray<readonly [name: string, sample: string]> = [
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
]

const DEGREES = 180 / Math.PI
const chromaOf = ([, a, b]: Lab) => Math.hypot(a, b)
const hueOf = ([, a, b]: Lab) => (Math.atan2(b, a) * DEGREES + 360) % 360

/**
 * By hue, chroma and lightness in CIE L*a*b*. The limits follow the names of the shipped fabrics: what is
 * called pink, brown or teal is in that family.
 */
function familyOf(lab: Lab): string {
  const [l] = lab
  const chroma = chromaOf(lab)
  const hue = hueOf(lab)
  if (chroma < 7) return l > 93 ? 'white' : l < 27 ? 'black' : 'grey'
  if (l > 80 && chroma < 26 && hue > 50 && hue < 115) return 'cream'
  if (hue < 8 || hue >= 352) return l > 38 ? 'pink' : 'red'
  if (hue < 18) return l > 58 ? 'pink' : 'red'
  if (hue < 48) return l > 66 ? 'pink' : chroma < 34 ? 'brown' : 'red'
  if (hue < 102 && (l < 48 || chroma < 28)) return 'brown'
  if (hue < 76) return 'orange'
  if (hue < 102) return 'yellow'
  if (hue < 168) return 'green'
  if (hue < 225) return 'teal'
  if (hue < 292) return 'blue'
  return hue > 326 && l > 50 ? 'pink' : 'purple'
}

export const familyIn = memoize(({ colorHex }: FabricRecord) =>
  colorHex === undefined ? undefined : familyOf(labOf(colorHex)),
)

/** The grey of the same lightness, as `#RRGGBB`. */
export function greyOf(hex: string): string {
  const [l] = labOf(hex)
  const y = l > 8 ? ((l + 16) / 116) ** 3 : (l * 27) / 24_389
  const channel = y <= 0.0031308 ? 12.92 * y : 1.055 * y ** (1 / 2.4) - 0.055
  const digits = Math.round(channel * 255).toString(16)
  return `#${digits.padStart(2, '0').repeat(3)}`.toUpperCase()
}

type FabricList = readonly FabricRecord[]

/** Fabrics without a colour come last. */
function byColor(placeOf: (lab: Lab) => number) {
  const placeIn = memoize(({ colorHex }: FabricRecord) =>
    colorHex === undefined ? Number.MAX_VALUE : placeOf(labOf(colorHex)),
  )
  return memoize((fabrics: FabricList) => fabrics.toSorted((a, b) => placeIn(a) - placeIn(b)))
}

/** In degrees. Within a step, colours go from light to dark, so that neighbours differ little. */
const HUE_STEP = 12

const byHue = byColor((lab) => {
  const family = FAMILIES.findIndex(([name]) => name === familyOf(lab))
  // Reds begin at 320°.
  const step = chromaOf(lab) < 8 ? 0 : Math.floor(((hueOf(lab) + 40) % 360) / HUE_STEP)
  const [l] = lab
  return (family * 100 + step) * 1000 - l
})

const names = new Intl.Collator('en', { numeric: true })
const byName = memoize((fabrics: FabricList) => fabrics.toSorted((a, b) => names.compare(a.name, b.name)))

/** Each sorts a list once, because the whole catalog takes a tenth of a second. */
export const ORDERS = [
  { name: 'hue', label: 'Hue', sort: byHue },
  { name: 'light', label: 'Lightness', sort: byColor(([l]) => -l) },
  { name: 'name', label: 'Name', sort: byName },
]

export const inOrder = (fabrics: FabricList, order: string | undefined): FabricList =>
  ORDERS.find(({ name }) => name === order)?.sort(fabrics) ?? fabrics

/** Colours from the whole length of a list, evenly. */
export function spread(colors: readonly string[], most: number): string[] {
  const step = Math.max(1, colors.length / most)
  return colors.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}

export const colorsOf = (fabrics: FabricList): string[] => fabrics.flatMap(({ colorHex }) => colorHex ?? [])
