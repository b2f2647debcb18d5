import type { SupplyCategory } from '../kit/repositories.ts'

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

/** What every entry of a category is, whether it says so or not. */
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

/** Words that only ask (D16, level 2, beside those of fabrics). */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  [
    'a an and any are at be best buy by can do does for from get good great have how i in is it like me my need',
    'of on one or recommended should some that the to use used using want what which will with work works',
  ].flatMap((line) => line.split(' ')),
)
