/**
 * The words whose meaning search knows (D14, D16, D18). These are only tables, in folded form; the rules that
 * use them are elsewhere.
 */

/** Words with two accepted spellings, and common misspellings of colours and lines: both are equal (D14). */
export const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['aquamarin', 'aquamarine'],
  ['biege', 'beige'],
  ['burgandy', 'burgundy'],
  ['cerulian', 'cerulean'],
  ['charcol', 'charcoal'],
  ['chartruese', 'chartreuse'],
  ['cinammon', 'cinnamon'],
  ['fuchia', 'fuchsia'],
  ['fuschia', 'fuchsia'],
  ['fuscia', 'fuchsia'],
  ['fushia', 'fuchsia'],
  ['lavandar', 'lavender'],
  ['lavander', 'lavender'],
  ['lavendar', 'lavender'],
  ['mullberry', 'mulberry'],
  ['ochre', 'ocher'],
  ['pallete', 'palette'],
  ['pallette', 'palette'],
  ['saphire', 'sapphire'],
  ['spearment', 'spearmint'],
  ['tangarine', 'tangerine'],
  ['torquoise', 'turquoise'],
  ['tumeric', 'turmeric'],
  ['turqoise', 'turquoise'],
  ['turquiose', 'turquoise'],
  ['vermillion', 'vermilion'],
])

/** Abbreviations of whole words, equal to what they stand for (D14). */
export const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['dk', 'dark'],
  ['lt', 'light'],
  ['med', 'medium'],
])

/** Known short names of one or two words, and the maker or collection that they mean (D16 level 1, D18). */
export const SHORT_NAMES: ReadonlyArray<{
  readonly short: string
  readonly manufacturer?: string
  readonly collection?: string
}> = [
  { short: 'agf', manufacturer: 'art gallery fabrics' },
  { short: 'amb', collection: 'american made brand' },
  { short: 'fs', manufacturer: 'freespirit' },
  { short: 'kona', collection: 'kona cotton' },
  { short: 'mm', manufacturer: 'michael miller' },
  { short: 'mmf', manufacturer: 'michael miller' },
  { short: 'moda', manufacturer: 'moda fabrics' },
  { short: 'moda bella', manufacturer: 'moda fabrics', collection: 'bella solids' },
  { short: 'pure elements', collection: 'pure solids' },
  { short: 'rb', manufacturer: 'riley blake' },
  { short: 'rbd', manufacturer: 'riley blake' },
  { short: 'rjr', manufacturer: 'rjr fabrics' },
  { short: 'rk', manufacturer: 'robert kaufman' },
]

/** Words that say nothing about which fabric is meant (D16 level 2). */
export const EMPTY_WORDS: ReadonlySet<string> = new Set(
  [
    'solid solids fabric fabrics cotton cottons cloth by the in of from for and with color colors shade',
    'shades material materials quilt quilts quilting yard yards yardage fq fqs bolt bolts near nearest',
    'closest to like similar match matching',
  ].flatMap((line) => line.split(' ')),
)

/** The same for pairs of words. */
export const EMPTY_PAIRS: ReadonlySet<string> = new Set(['fat quarter', 'fat quarters'])

/** Words that name a colour family (D16 level 3). */
export const FAMILY_WORDS: ReadonlySet<string> = new Set(
  'red orange yellow green blue purple violet pink brown black white gray'.split(' '),
)

/** Words that say how a colour looks (D16 level 3). */
export const TONE_WORDS: ReadonlySet<string> = new Set(
  [
    'warm cool cold dark light medium pale bright deep soft muted dusty rich bold vivid faded dull vibrant',
    'subtle pastel neutral earthy tone tones toned tint true ultra',
  ].flatMap((line) => line.split(' ')),
)

/** The empty words that only ask. They are left out before words of the trade. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  'by the in of from for and with near nearest closest to like similar match matching'.split(' '),
)
