import { inchesNumber } from '../design/index.ts'

export { capitalized, counted } from '../core/text.ts'

export const grouped = (count: number): string => count.toLocaleString('en-US')

/** `3 7/8` → `3⅞`: tools write plain characters, pages write as quilters do. */
export const withFractions = (text: string): string =>
  text.replace(
    /(?:(\d+) )?([1357])\/([248])(?!\d)/g,
    (_, whole: string | undefined, part: string, of: string) =>
      inchesNumber(Number(whole ?? 0) + Number(part) / Number(of)),
  )
