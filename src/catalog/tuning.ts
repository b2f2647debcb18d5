/** Bounds and sizes, each with its reason. What was measured is processor time, in a catalog of a million generated fabrics. */

/** Memory for pages of the file: those that most searches read of a million fabrics stay at hand. */
export const PAGE_CACHE_KIB = 32_768
/** An import writes each page about once: it has no use for more, and the memory is the server's. */
export const WRITER_CACHE_KIB = 4_096

/** So many positions lie between neighbours when fabrics are placed: FTS5 stores steps up to 127 in one byte. */
export const GAP = 64

/** So many words may make up a SKU: those of the shipped catalog have up to four parts. */
export const MOST_WORDS_OF_A_SKU = 5
/** Fewer characters begin too many SKUs to mean one. */
export const SHORTEST_SKU_BEGINNING = 3

/** So many words of colour or tone may be missing together; each one doubles the readings. */
export const MOST_OPTIONAL = 4

/** The halves of a word that was cut in two have so many letters. */
export const SHORTEST_CUT = 3

/** A word that so many fabrics have is taken as meant (D16, level 4). */
export const COMMON = 3
/** So many spellings of a word are tried: each is one more word in every condition. */
export const MOST_SPELLINGS = 8

/** So many ways to say a question's words one after the other are looked for. */
export const MOST_PHRASES = 12
/** With more parts than this, those of the name are taken to stand together, at the beginning or at the end. */
export const MOST_SCATTERED = 3

/** So many names are asked for one by one; of more, fabrics are held against the list. */
export const MOST_NAMED = 128

/** Up to so many matches of the words beside a colour are all measured; more are looked for near the colour. */
export const FEW_COLORED = 2_000

/** So many colours make a palette (D17). */
export const MOST_COLORS = 5

/**
 * The search for a colour begins with colours this near (CIEDE2000), and reaches out so much farther each
 * time. Beside a common word it takes 4.4 ms with 1 and 1.5, 4.9 with 2 and 2, 5.8 with 4 and 2.
 */
export const FIRST_REACH = 1
export const REACH_GROWTH = 1.5
/**
 * A colour of a palette has no more fabrics when so many of those nearest to it are nearer to another one;
 * more than the shipped catalog holds. Of five shades that surround one of them, a page takes 35 ms with
 * 4,000 and 12 with 1,000; without a bound, the whole catalog is measured.
 */
export const MOST_OF_OTHERS = 3_000
/**
 * So many cells of the colour space are named in one match: full-text search looks at each for every
 * fabric of the others. Beside a common word, 16 take 4.9 ms, 32 take 4.6, 64 take 4.8.
 */
export const MOST_CELLS = 32

/** Matches are read in batches, the first as long as the page, each twice as long as the one before, up to this. */
export const LARGEST_BATCH = 512

/** Matches are counted up to here (D38). */
export const MOST_COUNTED = 1_000

/** So many suggestions are made for what was not found, of words that are so many edits off. */
export const MOST_NEAREST = 3
export const MOST_NEAREST_EDITS = 3

/** Imports give way to searches after so much work, in milliseconds. A merge, their longest step, takes 4, at most 20. */
export const SLICE_MS = 6
/**
 * So many fabrics of an older format are restored in one transaction: half a second, for which another import
 * waits. Of 100,000, parts of 2,000 took 12 s of processor time, parts of 5,000 took 9 s, and of 10,000 12 s.
 */
export const MOST_RESTORED = 5_000
/** So many fabrics that stand between the same neighbours are placed together: 2 MB of memory. */
export const LARGEST_GROUP = 5_000
/** So many pages of the full-text index are merged in one go: 4 ms at a million fabrics, and 15 ms for 256. */
export const MERGE_PAGES = 64

/** Maker, collection and name in full have so many words at most; the ways to cut them grow with the square. */
export const MOST_PRINTED = 12

/** Fewer words that have a text inside are named; the letters of more are asked for, which lets some others through. */
export const MOST_INSIDES = 48
