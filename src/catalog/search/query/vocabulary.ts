import { wordsOf } from '../../../core/text.ts'

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
  { short: 'kfc', collection: 'kaffe fassett' },
  { short: 'mm', manufacturer: 'michael miller' },
  { short: 'mmf', manufacturer: 'michael miller' },
  { short: 'moda', manufacturer: 'moda fabrics' },
  { short: 'moda bella', manufacturer: 'moda fabrics', collection: 'bella solids' },
  { short: 'pbs', manufacturer: 'paintbrush studio' },
  { short: 'pure elements', collection: 'pure solids' },
  { short: 'rb', manufacturer: 'riley blake' },
  { short: 'rbd', manufacturer: 'riley blake' },
  { short: 'rjr', manufacturer: 'rjr fabrics' },
  { short: 'rk', manufacturer: 'robert kaufman' },
]

/** The words that D16 names for level 2, because they only ask. They are left out before words of the trade. */
const ASKING = wordsOf('by the in of from for and with near nearest closest to like similar match matching')

/**
 * Further words of sentences such as "do you have a ... or similar" and of labels such as "sku". D16 does not
 * speak of sentences, and no fabric is meant by one of these words alone. Words that choose or refuse, such as
 * "no", "without" or "print", are not among them: an answer without them would be wrong.
 */
const SENTENCE = wordsOf(
  'a an or any some all something anything one there this that it is are am was do does did have has had',
  'i me my we us our you your need needs want wants can could would buy carry sell stock available sold find finding get give show search searching',
  'look looking list tell please thanks hi hello what which who where called named name close closer',
  'equivalent equivalents alternative alternatives substitute substitutes replacement sku item style number',
  'code hex collection line brand maker makes manufacturer colored plain wide inch inches yd yds meter meters',
  'metre metres',
)

/** Words that say nothing about which fabric is meant (D16, level 2). */
export const EMPTY_WORDS: ReadonlySet<string> = new Set([
  ...ASKING,
  ...wordsOf(
    'solid solids fabric fabrics cotton cottons cloth color colors shade shades material materials quilt quilts',
    'quilting yard yards yardage fq fqs bolt bolts',
  ),
  ...SENTENCE,
])

/** Words of a company's full name, which say nothing about which maker a filter means (D18). */
export const COMPANY_WORDS: ReadonlySet<string> = new Set(
  wordsOf('co company corp corporation inc incorporated llc ltd limited supplies'),
)

/** The empty words that only ask. */
export const ASKING_WORDS: ReadonlySet<string> = new Set([...ASKING, ...SENTENCE])

/** Pairs of words that say nothing: what all quilting cotton is, beside the fat quarter of D16. */
export const EMPTY_PAIRS: ReadonlySet<string> = new Set([
  'fat quarter',
  'fat quarters',
  'half yard',
  'half yards',
  '100 cotton',
  ...['42', '43', '44', '45'].flatMap((width) => [`${width} wide`, `${width} inch`, `${width} inches`]),
])

/** What fabric is sold by. A number before one of these words says nothing either, as in "1/2 yard". */
export const MEASURE_WORDS: ReadonlySet<string> = new Set(
  wordsOf('yard yards yd yds meter meters metre metres fq fqs'),
)

/** Words that name a colour family (D16 level 3). */
export const FAMILY_WORDS: ReadonlySet<string> = new Set(
  wordsOf('red orange yellow green blue purple violet pink brown black white gray'),
)

/** Words that say how a colour looks (D16 level 3). */
export const TONE_WORDS: ReadonlySet<string> = new Set(
  wordsOf(
    'warm cool cold dark light medium pale bright deep soft muted dusty rich bold vivid faded dull vibrant',
    'subtle pastel neutral earthy tone tones toned tint true ultra',
  ),
)

/** Further words that people use for colours. A search by them finds only names, and a note says so (D38). */
export const COLOR_WORDS: ReadonlySet<string> = new Set([
  ...FAMILY_WORDS,
  ...wordsOf(
    'amber aqua beige burgundy charcoal coral cream fuchsia gold indigo ivory khaki lavender lilac lime magenta',
    'maroon mauve mint mustard navy olive peach plum rose rust sage salmon silver tan taupe teal turquoise',
  ),
])
