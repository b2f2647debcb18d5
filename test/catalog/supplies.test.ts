import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { matchingSupplies } from '../../src/catalog/supplies/supplies.ts'
import { parseSupplies } from '../../src/catalog/supplies/supply-file.ts'
import type { SupplyCategory } from '../../src/core/repositories.ts'
import { ROOT } from '../helpers/files.ts'

const entriesOf = (category: SupplyCategory) =>
  parseSupplies(readFileSync(join(ROOT, 'data', 'supplies', `${category}.json`), 'utf8'))[1]

const found = (category: SupplyCategory, query: string): string[] =>
  matchingSupplies(entriesOf(category), category, query).records.map(({ slug }) => slug)

type Case = readonly [category: SupplyCategory, query: string, slugs: string]

const check = ([category, query, slugs]: Case) =>
  expect([query, ...found(category, query)]).toEqual([
    query,
    ...slugs.split(' ').filter((slug) => slug !== ''),
  ])

const MATS = 'olfa-24x36 fiskars-24x36'
const CUTTERS_45 =
  'olfa-45-quick-change olfa-45-ergonomic olfa-45-straight fiskars-45-titanium fiskars-45-stick martelli-45 omnigrid-45 clover-45 dritz-45 quilters-select-45 truecut-360'
const STRIPS = 'jelly-roll rolie-polie roll-up design-roll'
const LONGARMS =
  'bernina-q24 handi-quilter-capri handi-quilter-moxie handi-quilter-amara-20 handi-quilter-forte-24 gammill-statler apqs-millie innova-longarm grace-qnique nolting-fun-quilter'

describe('[D19.3] sizes and units, however they are written', () => {
  it.each<Case>([
    ['cutting-mats', '24x36', MATS],
    ['cutting-mats', '24 x 36', MATS],
    ['cutting-mats', '24" x 36"', MATS],
    ['cutting-mats', '24” × 36”', MATS],
    ['cutting-mats', '24 in x 36 in', MATS],
    ['cutting-mats', '24 by 36 inch mat', MATS],
    ['cutting-mats', '36x24', MATS],
    ['cutting-mats', '24x36 mat', MATS],
    ['cutting-mats', '18x24 olfa', 'olfa-18x24'],
    ['cutting-mats', '4x4', ''],
    ['rotary-cutters', '45mm', CUTTERS_45],
    ['rotary-cutters', '45 mm', CUTTERS_45],
    ['rotary-cutters', '45-mm rotary cutter', CUTTERS_45],
    ['rotary-cutters', '45 millimeter', CUTTERS_45],
    [
      'rotary-cutters',
      '45mm blades',
      'olfa-45-quick-change olfa-45-ergonomic fiskars-45-titanium omnigrid-45',
    ],
    ['rotary-cutters', '60mm', 'olfa-60-ergonomic fiskars-60 martelli-60'],
    ['rulers', 'quarter inch ruler', 'add-a-quarter'],
    ['rulers', '1/4 inch ruler', 'add-a-quarter'],
    ['rulers', '¼" ruler', 'add-a-quarter'],
    ['rulers', '6x24', '6x24'],
    ['rulers', '6.5" square ruler', '6-5-square'],
    ['rulers', '6 1/2 inch square', '6-5-square'],
    ['rulers', '12 1/2 square', '12-5-square'],
    ['rulers', '8 1/2 x 24', '8-5x24'],
    ['rulers', '60° ruler', 'sixty-degree-triangle'],
    ['precuts', '10" squares', 'layer-cake ten-squares'],
    ['precuts', '5x5', 'charm-pack'],
    ['precuts', '2.5 inch strips', STRIPS],
    ['precuts', '2½" strips', STRIPS],
    ['precuts', '2 and a half inch strips', STRIPS],
    ['precuts', '2-1/2 inch strips', STRIPS],
    ['precuts', '18x22', 'fat-quarter'],
    ['precuts', '1/2 yard', 'half-yard-bundle'],
    ['quilting-machines', '20" throat', 'bernina-q20'],
    ['quilting-machines', '1500 stitches', 'juki-tl-2010q brother-pq1500sl'],
    ['fabric-types', '108 inch backing', 'wide-back'],
    ['batting-brands', '80/20', 'warm-80-20 hobbs-heirloom-80-20'],
    ['batting-brands', '8020', 'warm-80-20 hobbs-heirloom-80-20'],
    ['batting-brands', '80-20 batting', 'warm-80-20 hobbs-heirloom-80-20'],
  ])('%s: %j', (...each) => check(each))
})

describe('[D19.2] singular and plural', () => {
  it.each<Case>([
    ['precuts', 'jelly rolls', 'jelly-roll'],
    ['precuts', 'layer cakes', 'layer-cake'],
    ['precuts', 'charm packs', 'charm-pack mini-charm-pack'],
    ['precuts', 'charm square', 'charm-pack mini-charm-pack'],
    ['precuts', 'fat quarters', 'fat-quarter fat-quarter-bundle jolly-bar'],
    ['cutting-mats', 'rotating mats', 'olfa-rotating-12 olfa-rotating-17'],
    ['quilting-machines', 'longarms', LONGARMS],
    ['fabric-types', 'batiks', 'batik'],
    ['machine-brands', 'serger', 'baby-lock'],
  ])('%s: %j', (...each) => check(each))
})

describe('[D19.1] what quilters ask', () => {
  it.each<Case>([
    // As written, two words as one.
    ['precuts', 'jelly roll', 'jelly-roll'],
    ['precuts', 'jellyroll', 'jelly-roll'],
    ['precuts', 'layercake', 'layer-cake'],
    ['quilting-machines', 'long arm', LONGARMS],
    ['rulers', 'add a quarter', 'add-a-quarter'],
    ['rulers', 'flying geese', 'bloc-loc-flying-geese'],
    ['rulers', 'half square triangles', 'bloc-loc-hst tucker-trimmer'],
    ['cutting-mats', 'self healing mat', 'fiskars-18x24 fiskars-24x36'],
    ['batting-brands', 'hand quilting', 'hobbs-heirloom-80-20 mountain-mist-cream-rose'],
    ['batting-brands', 'hobbs 80/20', 'hobbs-heirloom-80-20'],
    ['fabric-brands', 'kona cotton', 'robert-kaufman'],
    ['fabric-brands', 'tula pink', 'freespirit-fabrics'],
    ['fabric-brands', 'free spirit', 'freespirit-fabrics'],
    ['machine-brands', 'vintage sewing machines', 'singer'],
    // Short names.
    ['precuts', 'fq', 'fat-quarter fat-quarter-bundle jolly-bar'],
    ['precuts', 'hexies', 'hexagon-pack'],
    ['fabric-types', 'epp', 'cotton-lawn'],
    ['fabric-brands', 'AGF solids', 'art-gallery-fabrics'],
    ['quilting-machines', 'fmq', 'juki-tl-2010q bernina-q20'],
    // Words that only ask.
    ['batting-brands', 'which batting for hand quilting', 'hobbs-heirloom-80-20 mountain-mist-cream-rose'],
    ['rotary-cutters', 'best cutter for curves', 'olfa-28 olfa-18'],
    ['fabric-types', 'fabric for baby blanket', 'double-gauze'],
    ['batting-materials', 'what batting should I use on a longarm', 'cotton-poly-80-20'],
    ['precuts', 'what precuts are good for binding', 'jelly-roll'],
    ['batting-materials', 'What batting for hand quilting?', 'wool'],
    ['batting-materials', 'What is the best batting for a baby quilt?', 'flame-retardant'],
    ['batting-brands', 'best batting for a beginner', 'warm-and-natural'],
    ['precuts', 'how many strips are in a jelly roll?', 'jelly-roll'],
    ['precuts', 'how big is a layer cake', 'layer-cake'],
    ['precuts', 'charm square size', 'charm-pack mini-charm-pack'],
    ['fabric-brands', 'who makes Kona?', 'robert-kaufman'],
    // Words that say nothing about fabrics, but are all that is asked for.
    ['precuts', 'how big is a fat quarter?', 'fat-quarter fat-quarter-bundle jolly-bar'],
    ['precuts', 'size of a half yard', 'half-yard-bundle'],
    ['precuts', 'how much is it', ''],
    ['precuts', 'what is the price', ''],
    ['rotary-cutters', 'I have arthritis, which rotary cutter should I buy?', 'martelli-45'],
    // Tones.
    ['batting-materials', 'soft wool', 'wool'],
    // Spelling.
    ['precuts', 'jely roll', 'jelly-roll'],
    ['batting-materials', 'fusable batting', 'fusible'],
    ['rotary-cutters', 'cutter for arthritic hands', 'martelli-45'],
    ['machine-brands', 'berninna', 'bernina'],
    ['fabric-brands', 'kaufmann', 'robert-kaufman'],
    // Nothing like it.
    ['batting-materials', 'which batting for stained glass', ''],
    ['rotary-cutters', 'arthritis moda', ''],
    ['precuts', 'zebra', ''],
    ['precuts', '%', ''],
    ['precuts', '   ', ''],
    ['precuts', '🪡', ''],
  ])('%s: %j', (...each) => check(each))

  it.each<[SupplyCategory, string]>([
    ['rotary-cutters', 'rotary cutter'],
    ['rotary-cutters', 'the best rotary cutters'],
    ['rotary-cutters', 'rotery cuter'],
    ['rulers', 'quilting rulers'],
    ['quilting-machines', 'sewing machine'],
  ])('in %s, %j asks for all of it', (category, query) => {
    const { records, reading } = matchingSupplies(entriesOf(category), category, query)
    expect(records).toEqual(entriesOf(category))
    expect(reading.leftOut.length).toBeGreaterThan(0)
  })

  it.each<[SupplyCategory, string, all: number, named: number]>([
    ['precuts', 'jelly rolls', 1, 1],
    ['cutting-mats', 'olfa mat', 7, 7],
    ['fabric-types', 'thread', 4, 0],
    ['rulers', 'ruler', 15, 0],
  ])('in %s, tells entries called %j from those that mention it', (category, query, all, named) => {
    const result = matchingSupplies(entriesOf(category), category, query)
    expect([result.records.length, result.named]).toEqual([all, named])
  })

  it('a word of the category alone finds those that say it', () => {
    expect(found('cutting-mats', 'mat')).not.toContain('olfa-24x36')
    expect(found('cutting-mats', 'mat').length).toBeGreaterThan(5)
  })

  it('finds every entry of every category by its name', () => {
    const categories: SupplyCategory[] = [
      'precuts',
      'rulers',
      'cutting-mats',
      'rotary-cutters',
      'batting-brands',
    ]
    for (const category of categories) {
      for (const { name, slug } of entriesOf(category)) expect(found(category, name)).toContain(slug)
    }
  })
})
