import type { SupplyCategory } from '../../kit/repositories.ts'

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

/** Words that only ask (D16, level 2), in addition to those for fabrics. */
export const ASKING_WORDS: ReadonlySet<string> = new Set(
  [
    'a about an and any are at be best better between big buy by can choose compare compared cost costs',
    'difference dimension dimensions do does far for from get give good great has have how i if in is it',
    'kind like long make makes many me measure measurements most much my need of on one or our price',
    'prices recommended should size sizes some tell than that the their there these they this to us use',
    'used using versus vs want was we were what when where which who why will with work works would you',
    'your',
  ].flatMap((line) => line.split(' ')),
)
