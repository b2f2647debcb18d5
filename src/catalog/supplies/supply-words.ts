import type { SupplyCategory } from '../../core/repositories.ts'
import { wordsOf } from '../../core/text.ts'
import { ASKING_WORDS as WORDS_OF_SENTENCES } from '../search/query/vocabulary.ts'

/** Short names that quilters use, and the words that they stand for (D19 with D16, level 1). */
export const SUPPLY_SHORT_NAMES: ReadonlyMap<string, string> = new Map([
  ['agf', 'art gallery fabrics'],
  ['bl', 'baby lock'],
  ['epp', 'english paper piecing'],
  ['f8', 'fat eighth'],
  ['fmq', 'free motion'],
  ['fpp', 'foundation paper piecing'],
  ['fq', 'fat quarter'],
  ['hexie', 'hexagon'],
  ['hexies', 'hexagon'],
  ['hq', 'handi quilter'],
  ['hst', 'half square triangle'],
  ['lc', 'layer cake'],
  ['minkee', 'minky'],
  ['qst', 'quarter square triangle'],
  ['rbd', 'riley blake designs'],
  ['rk', 'robert kaufman'],
  ['rss', 'ruby star society'],
])

/** Words that are true of every entry of a category, even if its text does not have them. */
export const CATEGORY_WORDS: Readonly<Record<SupplyCategory, readonly string[]>> = {
  'fabric-brands': ['fabric', 'brand', 'maker', 'manufacturer'],
  'fabric-types': ['fabric', 'type'],
  'batting-materials': ['batting', 'wadding', 'material', 'fiber'],
  'batting-brands': ['batting', 'wadding', 'brand'],
  precuts: ['precut', 'cut', 'fabric'],
  'rotary-cutters': ['rotary', 'cutter'],
  rulers: ['ruler', 'quilting', 'template'],
  'cutting-mats': ['cutting', 'mat'],
  'quilting-machines': ['quilting', 'sewing', 'machine'],
  'machine-brands': ['sewing', 'machine', 'brand', 'maker'],
}

/** Words that only ask (D16, level 2): those of searches for fabrics, and those of questions about guides. */
export const ASKING_WORDS: ReadonlySet<string> = new Set([
  ...WORDS_OF_SENTENCES,
  ...wordsOf(
    'about at be best better between big buy can choose compare compared cost costs difference dimension',
    'dimensions far good great how if kind long make many measure measurements most much on price prices',
    'recommended should size sizes than their these they use used using versus vs were when why will work',
    'works',
  ),
])
