/**
 * The ways in which people and programs write a colour. D17 names the first three; the others are the usual
 * ones of style sheets and drawing programs. A value out of range is no colour.
 */

const END = String.raw`(?![\p{L}\p{N}])`
const START = String.raw`(?<![\p{L}\p{N}])`
const NUMBER = String.raw`\d{1,3}(?:\.\d{1,4})?(?:%|°|deg)?`
const COMMA = String.raw`(?:\s*,\s*|\s+)`
const THREE = `${NUMBER}${COMMA}${NUMBER}${COMMA}${NUMBER}`
/** How opaque the colour is. Fabric always is. */
const ALPHA = String.raw`(?:\s*[,/]\s*(?:\d?\.\d+|\d{1,3})%?)?`
const SIX = '[0-9a-f]{6}'

/** Three numbers in brackets, or without: `rgb(0, 0, 128)`, `rgb 0 0 128`. */
const called = (name: string) =>
  String.raw`${START}(?:${name})a?(?:\s*\(\s*${THREE}${ALPHA}\s*\)|(?:\s+|\s*:\s*)${THREE}(?![\d.%]))`

const MARKED = String.raw`(?<!\w)#[0-9a-f]{3}${END}|(?<!\w)#${SIX}(?:[0-9a-f]{2})?${END}|${START}0x${SIX}${END}`
/** Bare digits; several are joined in the address of a palette: `coolors.co/264653-2a9d8f`. */
const BARE = String.raw`(?:(?:https?:\/\/)?[\w.-]+\.[a-z]{2,}\/(?:[\w-]+\/)*|(?<![\p{L}\p{N}#._/-]))${SIX}(?:-${SIX})*(?![\p{L}\p{N}_/-])`

const ANY = new RegExp(`(?<marked>${MARKED})|(?<called>${called('rgb|hsl')})|${BARE}`, 'giu')

const hexOf = (channels: readonly number[]) =>
  `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`.toUpperCase()

/** Red, green and blue, each up to 255 or 100%. */
function fromRgb(numbers: readonly string[]): readonly string[] {
  const channels = numbers
    .slice(0, 3)
    .map((text) => (Number.parseFloat(text) * (text.endsWith('%') ? 255 : 100)) / 100)
  return channels.some((channel) => channel > 255) ? [] : [hexOf(channels)]
}

/** Hue in degrees, saturation and lightness in percent. */
function fromHsl(numbers: readonly string[]): readonly string[] {
  const [hue = 0, saturation = 0, lightness = 0] = numbers.map(Number.parseFloat)
  if (hue > 360 || saturation > 100 || lightness > 100) return []
  const reach = (saturation / 100) * Math.min(lightness / 100, 1 - lightness / 100)
  const channel = (offset: number) => {
    const step = (offset + hue / 30) % 12
    return 255 * (lightness / 100 - reach * Math.max(-1, Math.min(step - 3, 9 - step, 1)))
  }
  return [hexOf([0, 8, 4].map(channel))]
}

function fromMarked(written: string): string {
  const digits = written.replace(/^#|^0x/i, '')
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits.slice(0, 6)
  return `#${six}`.toUpperCase()
}

function colorsOf(written: string, groups: Readonly<Record<string, string | undefined>>): readonly string[] {
  if (groups['marked'] !== undefined) return [fromMarked(written)]
  if (groups['called'] === undefined)
    return (written.match(new RegExp(`${SIX}(?=-|$)`, 'gi')) ?? []).map(fromMarked)
  const numbers = written.match(/[\d.]+%?/g) ?? []
  return /^rgb/i.test(written) ? fromRgb(numbers) : fromHsl(numbers)
}

/**
 * The colours in a text as `#RRGGBB`, in their order, and the text with a space in place of each.
 *
 * @param isColor whether hex digits without `#` are taken for a colour (D17).
 */
export function splitColors(
  text: string,
  isColor: (digits: string) => boolean,
): { readonly colors: readonly string[]; readonly rest: string } {
  const all: string[] = []
  let rest = ''
  let from = 0
  for (const { 0: written, index, groups = {} } of text.matchAll(ANY)) {
    const isBare = groups['marked'] === undefined && groups['called'] === undefined
    const colors = isBare && !isColor(written) ? [] : colorsOf(written, groups)
    if (colors.length === 0) continue
    all.push(...colors)
    rest += `${text.slice(from, index)} `
    from = index + written.length
  }
  return { colors: all, rest: rest + text.slice(from) }
}
