/**
 * The ways in which people and programs write a colour. D17 names the first three; the others are the usual
 * ones of style sheets and drawing programs. A value out of range is no colour.
 */
interface Way {
  readonly pattern: string
  /** The colour as `#RRGGBB`. */
  readonly read: (written: string) => string | undefined
}

const END = String.raw`(?![\p{L}\p{N}])`
const START = String.raw`(?<![\p{L}\p{N}])`
const NUMBER = String.raw`\d{1,3}(?:\.\d{1,4})?(?:%|°|deg)?`
const COMMA = String.raw`(?:\s*,\s*|\s+)`
const THREE = `${NUMBER}${COMMA}${NUMBER}${COMMA}${NUMBER}`
/** How opaque the colour is. Fabric always is. */
const ALPHA = String.raw`(?:\s*[,/]\s*(?:\d?\.\d+|\d{1,3})%?)?`

/** Three numbers in brackets, or without: `rgb(0, 0, 128)`, `rgb 0 0 128`. */
const called = (name: string) =>
  String.raw`${START}${name}a?(?:\s*\(\s*${THREE}${ALPHA}\s*\)|(?:\s+|\s*:\s*)${THREE}(?![\d.%]))`

const numbersIn = (written: string) => written.match(/[\d.]+%?/g) ?? []

const hexOf = (channels: readonly number[]) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`.toUpperCase()

/** Red, green and blue, each up to 255 or 100%. */
function fromRgb(written: string): string | undefined {
  const channels = numbersIn(written)
    .slice(0, 3)
    .map((text) => (Number.parseFloat(text) * (text.endsWith('%') ? 255 : 100)) / 100)
  return channels.some((channel) => channel > 255) ? undefined : hexOf(channels)
}

/** Hue in degrees, saturation and lightness in percent. */
function fromHsl(written: string): string | undefined {
  const [hue = 0, saturation = 0, lightness = 0] = numbersIn(written).map(Number.parseFloat)
  if (hue > 360 || saturation > 100 || lightness > 100) return undefined
  const reach = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100)
  const channel = (offset: number) => {
    const step = (offset + hue / 30) % 12
    return 255 * (lightness / 100 - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1)))
  }
  return hexOf([0, 8, 4].map(channel))
}

const BARE = /^[0-9a-f]{6}$/i

const WAYS: readonly Way[] = [
  {
    pattern: String.raw`(?<!\w)#[0-9a-f]{3}${END}`,
    read: (written) => `#${[...written.slice(1)].map((digit) => digit + digit).join('')}`.toUpperCase(),
  },
  // With or without two digits for alpha.
  {
    pattern: String.raw`(?<!\w)#[0-9a-f]{6}(?:[0-9a-f]{2})?${END}`,
    read: (written) => written.slice(0, 7).toUpperCase(),
  },
  { pattern: called('rgb'), read: fromRgb },
  { pattern: called('hsl'), read: fromHsl },
  {
    pattern: `${START}0x[0-9a-f]{6}${END}`,
    read: (written) => `#${written.slice(2).toUpperCase()}`,
  },
  {
    pattern: String.raw`(?<![\p{L}\p{N}#._/-])[0-9a-f]{6}(?![\p{L}\p{N}_/-])`,
    read: (written) => `#${written.toUpperCase()}`,
  },
]

const ANY = new RegExp(WAYS.map(({ pattern }) => `(${pattern})`).join('|'), 'giu')

/**
 * The colours in a text as `#RRGGBB`, in their order, and the text with a space in place of each.
 *
 * @param isColor whether six hex digits without `#` are taken for a colour (D17).
 */
export function splitColors(
  text: string,
  isColor: (digits: string) => boolean,
): { readonly colors: readonly string[]; readonly rest: string } {
  const colors: string[] = []
  const rest = text.replace(ANY, (written: string, ...groups: readonly unknown[]) => {
    if (BARE.test(written) && !isColor(written)) return written
    const color = WAYS.find((_, at) => groups[at] !== undefined)?.read(written)
    if (color === undefined) return written
    colors.push(color)
    return ' '
  })
  return { colors, rest }
}
