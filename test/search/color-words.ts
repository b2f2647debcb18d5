/** The colours in a text, in their order as `#RRGGBB`, and the text without them (D17). */
export function colorsOf(
  query: string,
  isColor: (bareHex: string) => boolean,
): { readonly colors: readonly string[]; readonly text: string } {
  const colors: string[] = []
  const take = (hex: string) => {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex
    colors.push(`#${digits.toUpperCase()}`)
    return ' '
  }
  const pattern =
    /#([0-9a-f]{6}|[0-9a-f]{3})(?![\p{L}\p{N}])|\brgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)|(?<![\p{L}\p{N}#])([0-9a-f]{6})(?![\p{L}\p{N}])/giu
  const text = query.replace(
    pattern,
    (whole, hash?: string, r?: string, g?: string, b?: string, bare?: string) => {
      if (hash !== undefined) return take(hash)
      if (bare !== undefined) return isColor(bare) ? take(bare) : whole
      const channels = [r, g, b].map(Number)
      if (channels.some((channel) => channel > 255)) return whole
      return take(channels.map((channel) => channel.toString(16).padStart(2, '0')).join(''))
    },
  )
  return { colors, text }
}
