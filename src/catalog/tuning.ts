/** Bounds and sizes, each with its reason. Times are processor time in a catalog of a million generated fabrics. */

/** Memory for pages of the file. At a million fabrics, it holds the pages that most searches read. */
export const PAGE_CACHE_KIB = 32_768
/** An import writes each page about once, so more would not help, and the server needs the memory. */
export const WRITER_CACHE_KIB = 4_096

/** The distance between the positions of new neighbours. FTS5 stores steps up to 127 in one byte. */
export const GAP = 64

/** How many words of a question may form a SKU. The SKUs of the shipped catalog have up to four parts. */
export const MOST_WORDS_OF_A_SKU = 5
/** Too many SKUs begin with the same characters if these are fewer. */
export const SHORTEST_SKU_BEGINNING = 3

/** How many words of colour or tone may be missing together. Each one doubles the readings. */
export const MOST_OPTIONAL = 4

/** For how many words searches remember where the catalog has them, how they may be spelled, and so on: up to 4 MB. */
export const MOST_KEPT_WORDS = 1_000

/** How many fabrics stay in memory with their words, such as all of the shipped catalog: up to 5 MB. */
export const MOST_KEPT_FABRICS = 4_000

/**
 * How many fabrics the list of a word may have. Reading one takes 5 ms, once; a match for "wild dot cocoa" takes 2 ms
 * each time, and the lists 0.3. Of a million fabrics, 47,000 have "dot" somewhere.
 */
export const LONGEST_LIST = 50_000
/** How many positions all lists in memory have: up to 24 MB. */
export const MOST_LISTED_POSITIONS = 2_000_000

/** The fewest letters in the first and the last part of a word that is cut into words of the catalog. */
export const SHORTEST_CUT = 3
/** The fewest letters in the middle one of three parts. */
export const SHORTEST_MIDDLE = 2

/** A word that this many fabrics have is not taken for a misspelling (D16, level 4). */
export const COMMON = 3
/** How many words are read in one step when a catalog is opened: 2 ms. */
export const WORDS_AT_ONCE = 5_000
/** How many spellings of a word are tried. Each adds a word to every condition. */
export const MOST_SPELLINGS = 8

/** How many phrases are tried for the words of a question. */
export const MOST_PHRASES = 12
/** Of so many words, the question as written is tried first. Of more, most questions find nothing at any level. */
export const FEW_WORDS = 3

/** With more parts than this, those of the name must be together, at the beginning or at the end. */
export const MOST_SCATTERED = 3

/** A match names at most this many names. If there are more, each fabric is compared with the list. */
export const MOST_NAMED = 128

/** The most words of maker, collection and name together. The ways to divide them grow with the square. */
export const MOST_PRINTED = 12

/** If fewer words contain a text, a match names them. Else it asks for the letters, which lets others through. */
export const MOST_INSIDES = 48

/** Up to this many matches of the other words are all compared with the colour: 4 ms. */
export const FEW_COLORED = 2_000
/**
 * Up to this many matches are read before the cells near the colour are: 15 ms. Of more matches, some are near
 * every colour, so each fabric is tested when its turn comes.
 */
export const MOST_COLORED = 120_000
/** For how many matches it is remembered what they find, up to 2 MB each. */
export const MOST_KEPT_MATCHES = 16

/** How many colours a question may have (D17). */
export const MOST_COLORS = 5

/** The width of the rings in which a search by colour goes outwards (CIEDE2000). */
export const RING = 0.5
/**
 * The list of a colour ends when this many fabrics near it were nearer to another colour of the question. The
 * shipped catalog holds fewer. For shades of which one is surrounded by the others, the whole catalog would be
 * measured without a bound.
 */
export const MOST_OF_OTHERS = 3_000
/**
 * Lists by colour that are kept for their next page, and how many fabrics each remembers: at least the last 20 pages. A list
 * is kept for so many fabrics, because it holds what it has read ahead: 5 MB. Page 200 takes 0.1 ms. If its list is
 * not kept, it takes 10 for one colour, and 25 for five greys. Deeper pages take longer: page 1,000 of one colour 25.
 */
export const MOST_WALKS = 4
export const MOST_REMEMBERED = 1_000
export const MOST_WALKED = 6_000

/** Matches are read in batches. The first is as long as the page, and each next one twice as long, up to this. */
export const LARGEST_BATCH = 512

/** Matches are counted up to here (D38). */
export const MOST_COUNTED = 1_000

/** Names whose words differ from those of a text by a greater share of their letters are no suggestion. */
export const FARTHEST_NAME = 0.4
/** A word of fewer letters is found inside many names. */
export const SHORTEST_NAME = 4
/** How many suggestions are made for a word that was not found. */
export const MOST_NEAREST = 3
/** How many words of a search that found nothing are tried one by one. */
export const MOST_FAULT_WORDS = 8
/**
 * An explanation counts the fabrics that have a word up to MOST_WEIGHED, in 0.15 ms. The other questions that it
 * asks may pass over MOST_SCANNED fabrics together, except what single words and SKUs find.
 */
export const MOST_WEIGHED = 2_000
export const MOST_SCANNED = 16_000

/** Imports give way to searches after this many milliseconds. Their longest step, a merge, takes 4, at most 20. */
export const SLICE_MS = 6
/**
 * How many fabrics of an older format are restored in one transaction. Another import waits half a second for
 * it. For 100,000 fabrics, parts of 2,000 took 12 s of processor time, of 5,000 9 s, and of 10,000 12 s.
 */
export const MOST_RESTORED = 5_000
/** How many fabrics between the same neighbours are placed together. They take 2 MB of memory. */
export const LARGEST_GROUP = 5_000
/** For how many words an import keeps their tokens, because words recur from fabric to fabric. */
export const MOST_KEPT_TOKENS = 20_000
/** How many pages of the full-text index are merged in one step: 4 ms at a million fabrics; 256 take 15 ms. */
export const MERGE_PAGES = 64
