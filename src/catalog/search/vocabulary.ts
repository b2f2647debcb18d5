import { foldWords, wordsOf as table } from '../../core/text.ts'

/**
 * The words whose meaning search knows (D14, D16, D18), and how a text becomes words. Tables are written as people
 * write; they are compared as `wordsOf` reads them.
 */

/** Words with two accepted spellings, common misspellings of colours and lines, and abbreviations (D14). */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    aquamarin: 'aquamarine',
    biege: 'beige',
    burgandy: 'burgundy',
    cerulian: 'cerulean',
    charcol: 'charcoal',
    chartruese: 'chartreuse',
    cinammon: 'cinnamon',
    fuchia: 'fuchsia',
    fuschia: 'fuchsia',
    fuscia: 'fuchsia',
    fushia: 'fuchsia',
    lavandar: 'lavender',
    lavander: 'lavender',
    lavendar: 'lavender',
    magneta: 'magenta',
    mullberry: 'mulberry',
    ochre: 'ocher',
    pallete: 'palette',
    pallette: 'palette',
    periwinkel: 'periwinkle',
    saphire: 'sapphire',
    spearment: 'spearmint',
    tangarine: 'tangerine',
    torquoise: 'turquoise',
    tumeric: 'turmeric',
    turqoise: 'turquoise',
    turquiose: 'turquoise',
    turquise: 'turquoise',
    vermillion: 'vermilion',
    dk: 'dark',
    lt: 'light',
    med: 'medium',
    // Names write both: Cloud 9, Cloud Nine.
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    // "Dark" and "light" of other languages.
    ...Object.fromEntries(
      table(
        'dunkel dunkle dunkler dunkles oscuro oscura scuro scura foncé fonce foncée foncee donker donkere',
      ).map((word) => [word, 'dark']),
    ),
    ...Object.fromEntries(
      table('hell helle heller helles claro clara chiaro chiara clair claire licht lichte').map((word) => [
        word,
        'light',
      ]),
    ),
  }),
)

/** Initials with dots, such as `A.G.F.`, are one word. */
const INITIALS = /(?<!\p{L})(?:\p{L}\.){2,}(?!\p{L})/gu
const SYMBOLS = /\p{So}+/gu
/** Most names have neither. */
const PLAIN = /^[\w '&-]*$/

/** Plurals that are only an `s` longer end in another letter than these: moss, citrus, iris, canvas, indigos. */
const ENDS_IN_S = /(?:[^s]s)$/
const NO_PLURAL = /(?:us|is|as)$/

/** The singular of a folded word; one rule for questions and names, so a wrong singular does no harm (D14). */
function singular(word: string): string {
  if (word.length < 4 || !ENDS_IN_S.test(word) || NO_PLURAL.test(word) || /\d/.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|x|ss|o)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/** The folded words of a text, each as it is written. Emoji and other symbols say nothing, like punctuation. */
export const spelledWordsOf = (text: string): readonly string[] =>
  foldWords(
    PLAIN.test(text)
      ? text
      : text.replace(INITIALS, (initials) => initials.replaceAll('.', '')).replace(SYMBOLS, ' '),
  )

/** A folded word in its usual spelling and in the singular. */
export const usual = (word: string): string => {
  const one = singular(SPELLINGS.get(word) ?? word)
  return SPELLINGS.get(one) ?? one
}

/** The words of a text as they are compared (D14). */
export const wordsOf = (text: string): readonly string[] => spelledWordsOf(text).map(usual)

/** A number of a SKU without zeros in front. */
export const withoutZeros = (part: string): string => part.replace(/^0+(?=\d)/, '')

/** A SKU as it is compared: folded, without separators (D16.10). */
export const compact = (text: string): string => foldWords(text).join('')

const setOf = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(table(...lines).flatMap((word) => wordsOf(word)))

/** Fillers that are words of the trade (D16). Fabrics that have them rank before those that do not. */
export const TRADE = setOf(
  'solid solids fabric fabrics cotton cottons cloth color colors colored colours shade shades material materials',
  'quilt quilts quilting yard yards yardage fq fqs bolt bolts background binding border backing plain wide',
  'stoff stoffe baumwolle tissu coton tela algodon tessuto cotone stof katoen tyg bomull farbe couleur kleur',
)

/** Fillers of sentences and labels (D16). Words that choose or refuse are not among them. */
export const ASKING = setOf(
  'by the in on of from for and with near nearest closest to like similar match matching matches coordinate coordinates',
  'coordinating a an or any some all something anything thing one there this that it its is are am was do does did',
  'have has had i im ive me my we us our you your need needs want wants wanted wanting can could would will should',
  'vs versus cheap cheapest come comes buy carry sell stock available sold get got give show shows search searching find finding finds look looks looking',
  'list tell please thank thanks hi hello hey what whats which who where when how many much called named name names',
  'close closer equivalent equivalents alternative alternatives substitute substitutes replacement replace sku item',
  'items style number numbers code hex collection line range brand maker makes make making made manufacturer',
  'inch inches yd yds meter meters metre metres price prices cost costs go goes going use using used project',
  'side size queen king middle log cabin hint ripe barely very really quite rather kind sort bit nice lovely pretty',
  'beautiful gorgeous perfect good great best favorite favourite new know think help recommend suggest suggestion',
  'pick choose option options exact exactly just also but so if be been as at into up out about around available',
  'called mean means idea ideas other another more most two three pair set beside next together brightest whitest',
  'dupe dupes version versions counterpart counterparts swap swaps comparable same instead corresponding corresponds',
  'mit und von fur aus ein eine einen pour avec en un une con para per voor met och med till ich suche brauche',
)

/** Words that say nothing beside written colours: "my palette: #264653 #2A9D8F". */
export const BESIDE_COLORS = setOf('palette palettes scheme colorway')

/** Two words that say nothing together. */
export const PAIRS: ReadonlySet<string> = new Set([
  'baby quilt',
  'baby blanket',
  'wedding quilt',
  'christmas quilt',
  'art quilt',
  'log cabin',
  'half square',
  'square triangle',
])

/** Words of a company's full name, which say nothing about which maker a filter means (D18). */
const COMPANY = setOf('co company corp corporation inc incorporated llc ltd limited supplies')

/** Words that refuse something. They are never left out: an answer without them would be wrong (D16). */
export const REFUSALS = setOf('no not without except excluding non minus')

/** Words for a colour family (D16). */
export const FAMILIES = setOf('red orange yellow green blue purple violet pink brown black white gray')

/** Words for how a colour looks (D16). */
export const TONES = setOf(
  'warm warmer cool cooler cold dark darker darkest light lighter lightest medium pale paler bright brighter',
  'brightest deep deeper soft softer muted dusty rich bold vivid faded dull vibrant subtle pastel neutral earthy',
  'tone toned tint true ultra mid',
)

/** Whether a word of the trade, of a sentence or of a company's name says nothing about which line is meant (D18). */
export const saysNothingOfLines = (word: string): boolean =>
  TRADE.has(word) || ASKING.has(word) || COMPANY.has(word)

/** Known short names of one or two words, and the maker or collection that they stand for (D14, D18). */
export interface ShortName {
  readonly short: string
  readonly manufacturer?: string
  readonly collection?: string
}

export const SHORT_NAMES: readonly ShortName[] = [
  { short: 'agf', manufacturer: 'art gallery' },
  { short: 'amb', collection: 'american made brand' },
  { short: 'fs', manufacturer: 'freespirit' },
  { short: 'kona', collection: 'kona cotton' },
  { short: 'kfc', collection: 'kaffe fassett' },
  { short: 'mm', manufacturer: 'michael miller' },
  { short: 'mmf', manufacturer: 'michael miller' },
  { short: 'moda', manufacturer: 'moda' },
  { short: 'moda bella', manufacturer: 'moda', collection: 'bella solids' },
  { short: 'pbs', manufacturer: 'paintbrush studio' },
  { short: 'pure elements', collection: 'pure solids' },
  { short: 'rb', manufacturer: 'riley blake' },
  { short: 'rbd', manufacturer: 'riley blake' },
  { short: 'rjr', manufacturer: 'rjr' },
  { short: 'rk', manufacturer: 'robert kaufman' },
].map(({ short, ...names }) => ({
  short: wordsOf(short).join(' '),
  ...Object.fromEntries(Object.entries(names).map(([part, name]) => [part, wordsOf(name).join(' ')])),
}))

/** Ordinary words that are one letter away from words of many names. They are meant as they are written (D16). */
export const ORDINARY = setOf(
  'sale sake same safe save page wage cage stage usage sago real deal seal meal heal tale tall tell team tear term',
  'year near gear bear dear fear hear wear peal reach teach poach peace rode role rope nose hose lose dose',
  'pose rest rush bust just must crust trust glue clue hold told fold cold bold sold goal god coal moral loral royalty',
  'mine mind hind lint tint print paint point pin pine link sink wink rink drink navel wavy envy gave pave state',
  'plate late date gate line life like dime time mile side wide wife vine fine nine wire cram crime dream bread',
  'great tread greet greek back lack slack track block while write quite drown blown store alone',
  'graph grace gram grab play pray tray bray day way may say hand land band send said wand test week month box bag',
)
