// The ways in which people and programs write a colour (D17.1). A text with a value out of range is not a colour.

const END = String.raw`(?![\p{L}\p{N}])`
const START = String.raw`(?<![\p{L}\p{N}])`
const NUMBER = String.raw`\d{1,3}(?:\.\d{1,4})?(?:%|°|deg)?`
const COMMA = String.raw`(?:\s*,\s*|\s+)`
const THREE = `${NUMBER}${COMMA}${NUMBER}${COMMA}${NUMBER}`
/** The opacity is read and ignored. */
const ALPHA = String.raw`(?:\s*[,/]\s*(?:\d?\.\d+|\d{1,3})%?)?`
const SIX = '[0-9a-f]{6}'

/** `rgb(0, 0, 128)` or `rgb 0 0 128`. */
const called = (name: string) =>
  String.raw`${START}(?:${name})a?(?:\s*\(\s*${THREE}${ALPHA}\s*\)|(?:\s+|\s*:\s*)${THREE}(?![\d.%]))`

const MARKED = String.raw`(?<!\w)#[0-9a-f]{3}${END}|(?<!\w)#${SIX}(?:[0-9a-f]{2})?${END}|${START}0x${SIX}${END}`
/** Bare digits; several are joined in the address of a palette: `coolors.co/264653-2a9d8f`. */
const BARE = String.raw`(?:(?:https?:\/\/)?[\w.-]+\.[a-z]{2,}\/(?:[\w-]+\/)*|(?<![\p{L}\p{N}#._/-]))${SIX}(?:-${SIX})*(?![\p{L}\p{N}_/-])`

const ANY = new RegExp(`${MARKED}|${called('rgb|hsl')}|(?<bare>${BARE})`, 'giu')

/** Numbers up to 255 or 100%. */
function fromRgb(numbers: readonly string[]): readonly number[] {
  return numbers.map((text) => (Number.parseFloat(text) * (text.endsWith('%') ? 255 : 100)) / 100)
}

/** Hue in degrees, saturation and lightness in percent. */
function fromHsl(numbers: readonly string[]): readonly number[] {
  const [hue = 0, saturation = 0, lightness = 0] = numbers.map(Number.parseFloat)
  if (hue > 360 || saturation > 100 || lightness > 100) return [Number.POSITIVE_INFINITY]
  const reach = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100)
  return [0, 8, 4].map((offset) => {
    const step = (offset + hue / 30) % 12
    return 255 * (lightness / 100 - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1)))
  })
}

/** One colour, or those of a palette's address; none if a value is out of range. */
function colorsOf(written: string): readonly string[] {
  if (!/^(?:rgb|hsl)/i.test(written)) {
    const digits = written.match(/(?<=^|[#x/-])[0-9a-f]{6}|(?<=#)[0-9a-f]{3}$/gi) ?? []
    return digits.map((hex) => `#${hex.length === 3 ? hex.replace(/./g, '$&$&') : hex}`.toUpperCase())
  }
  const numbers = (written.match(/[\d.]+%?/g) ?? []).slice(0, 3)
  const channels = /^rgb/i.test(written) ? fromRgb(numbers) : fromHsl(numbers)
  if (channels.some((channel) => channel > 255)) return []
  const hex = channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0'))
  return [`#${hex.join('')}`.toUpperCase()]
}

/**
 * The colours in a text as `#RRGGBB`, in their order, and the text with a space in place of each.
 *
 * @param isColor whether it is meant as one (D17.3). Bare digits are without `#`.
 */
export function splitColors(
  text: string,
  isColor: (written: string, isBare: boolean) => boolean,
): { readonly colors: readonly string[]; readonly rest: string } {
  const all: string[] = []
  const rest = text.replace(ANY, (written: string, ...groups) => {
    const isBare = groups.at(-1)?.bare !== undefined
    const digits = written.slice(written.lastIndexOf('/') + 1)
    const colors = isColor(digits, isBare) ? colorsOf(written) : []
    all.push(...colors)
    return colors.length > 0 ? ' ' : written
  })
  return { colors: all, rest }
}
