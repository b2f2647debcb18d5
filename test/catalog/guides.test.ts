import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { findGuides, indexGuides } from '../../src/catalog/guides.ts'
import { readGuides } from '../../src/catalog/index.ts'
import { SUPPLY_CATEGORIES, type SupplyCategory } from '../../src/core/rooms.ts'
import { openShipped, SHIPPED_DATA } from '../accounts/databases.ts'
import { ROOT } from '../helpers/files.ts'

const GUIDES = readGuides(SHIPPED_DATA)
const entriesOf = (category: SupplyCategory) => GUIDES.get(category) ?? []

const find = (category: SupplyCategory, query: string) =>
  findGuides(indexGuides(category, entriesOf(category)), query)
const slugsFor = (category: SupplyCategory, query: string): string[] =>
  find(category, query).records.map(({ slug }) => slug)

type Case = readonly [category: SupplyCategory, query: string, slugs: string]

const check = ([category, query, slugs]: Case) =>
  expect([query, ...slugsFor(category, query)]).toEqual([
    query,
    ...slugs.split(' ').filter((slug) => slug !== ''),
  ])

const MATS = 'olfa-24x36 fiskars-24x36'
const CUTTERS_45 =
  'olfa-45-quick-change olfa-45-ergonomic olfa-45-straight fiskars-45-titanium fiskars-45-stick martelli-45 omnigrid-45 clover-45 dritz-45 quilters-select-45 truecut-360'
const STRIPS = 'jelly-roll rolie-polie roll-up design-roll'

describe('[D19.3] sizes and units, however they are written', () => {
  it.each<Case>([
    ['cutting-mats', '24x36', MATS],
    ['cutting-mats', '24" x 36"', MATS],
    ['cutting-mats', '24” × 36”', MATS],
    ['cutting-mats', '4x4', ''],
    ['rotary-cutters', '45mm', CUTTERS_45],
    ['rulers', '1/4 inch ruler', 'add-a-quarter'],
    ['rulers', '¼" ruler', 'add-a-quarter'],
    ['rulers', '12 1/2 square', '12-5-square'],
    ['precuts', '10" squares', 'layer-cake ten-squares'],
    ['precuts', '2½" strips', STRIPS],
    ['precuts', '2 and a half inch strips', STRIPS],
    ['precuts', '1/2 yard', 'half-yard-bundle'],
    ['quilting-machines', '1500 stitches', 'juki-tl-2010q brother-pq1500sl'],
    ['fabric-types', '108 inch backing', 'wide-back'],
    ['batting-brands', '80/20', 'warm-80-20 hobbs-heirloom-80-20'],
  ])('%s: %j', (...each) => check(each))
})

it.each<[string, SupplyCategory, string]>([
  ['nothing', 'precuts', 'how much is it'],
  ['nothing', 'batting-materials', 'which batting for stained glass'],
  ['nothing', 'precuts', '🪡'],
  ['all', 'rotary-cutters', 'rotery cutter'],
  ['all', 'rulers', 'quilting rulers'],
])('[D19.1] a question may find %s: in %s, %j', (found, category, query) => {
  expect(find(category, query).records).toEqual(found === 'all' ? entriesOf(category) : [])
})

/** Questions as quilters, shops and pattern makers ask them, and the guides of which one has to come first. */
const QUESTIONS: readonly Record<string, string>[] = parse(
  readFileSync(join(ROOT, 'test/catalog/guide-questions.csv'), 'utf8'),
  { columns: true },
)

it.each(SUPPLY_CATEGORIES)('[D19.1, D19.2, D19.4, D19.5] the right guide first: %s', (category) => {
  const asked = QUESTIONS.filter((row) => row['category'] === category)
  expect(asked.length).toBeGreaterThan(10)
  const wrong = asked.flatMap(({ question = '', first = '' }) => {
    const [found = ''] = slugsFor(category, question)
    return first.split(' ').includes(found) ? [] : [[question, found, first]]
  })
  expect(wrong).toEqual([])
})

it.each(SUPPLY_CATEGORIES)('[D19.5] a guide that the question names comes first: %s', (category) => {
  for (const { name, slug } of entriesOf(category))
    for (const asked of [name, slug, slug.replaceAll('-', ' ')])
      expect([asked, slugsFor(category, asked)[0]]).toEqual([asked, slug])
})

const AS_ASKED = { readings: [], missing: [], hasAll: true }
it.each<[string, SupplyCategory, string, object]>([
  ['fiskars-45-titanium', 'rotary-cutters', 'titanium zebra blade', { missing: ['zebra'], hasAll: false }],
  ['hobbs-tuscany-wool', 'batting-brands', 'cotton washable', { hasAll: false }],
  [
    'fiskars-45-titanium',
    'rotary-cutters',
    'fiskers',
    { readings: [{ written: 'fiskers', meant: 'fiskars' }] },
  ],
  ['olfa-60-ergonomic', 'rotary-cutters', '60mm, $45', {}],
  ['olfa-60-ergonomic', 'rotary-cutters', '60mm between $28 and 45 dollars', {}],
])('[D19.1, D19.5] first %s: in %s, %j; how it was read is told', (slug, category, query, told) => {
  const { records, report } = find(category, query)
  expect([records[0]?.slug, report]).toMatchObject([slug, { ...AS_ASKED, ...told }])
})

it('[D19.5] those with as many words are listed, however common the words are', () => {
  const cotton = slugsFor('batting-brands', 'cotton')
  expect(slugsFor('batting-brands', 'cotton washable')).toEqual(expect.arrayContaining(cotton))
})

it('[D5.3] guides that have all words keep the editorial order', () => {
  const all = entriesOf('precuts').map(({ slug }) => slug)
  const rolls = slugsFor('precuts', 'roll')
  expect(rolls).toEqual(all.filter((slug) => rolls.includes(slug)))
  expect(rolls).toContain('honey-bun')
})

it('[D19.1] words are not looked for in prices, slugs or shops', () => {
  expect(slugsFor('fabric-brands', 'missouri')).toEqual([])
  expect(slugsFor('rotary-cutters', '$30-40')).toEqual([])
})

it('[§4.3.data, D19.6] all matches are counted before the limit', async () => {
  const { store, close } = await openShipped()
  const browse = (query: string | undefined, limit: number) =>
    store.supplies.browse({ category: 'precuts', query, limit })
  const two = await browse('roll', 2)
  expect([two.items.length, two.totalMatching]).toEqual([2, (await browse('roll', 25)).items.length])
  expect((await browse(undefined, 1)).totalMatching).toBe(18)
  await close()
})
