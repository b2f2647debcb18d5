import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { indexGuides } from '../../src/catalog/guides.ts'
import { createSupplies, readGuides } from '../../src/catalog/supplies.ts'
import { SUPPLY_CATEGORIES, type SupplyCategory } from '../../src/core/rooms.ts'
import { SHIPPED_DATA } from '../accounts/databases.ts'
import { ROOT } from '../helpers/files.ts'

const GUIDES = readGuides(SHIPPED_DATA)
const entriesOf = (category: SupplyCategory) => GUIDES.get(category) ?? []

const find = (category: SupplyCategory, query: string) =>
  indexGuides(category, entriesOf(category)).find(query)
const slugsFor = (category: SupplyCategory, query: string): string[] =>
  find(category, query).records.map(({ slug }) => slug)

/** Other sizes are in the questions below. */
it.each<[SupplyCategory, string, string]>([
  ['cutting-mats', '24” × 36”', 'olfa-24x36 fiskars-24x36'],
  ['cutting-mats', '4x4', ''],
  ['rotary-cutters', '60 mm', 'olfa-60-ergonomic fiskars-60 martelli-60'],
  ['rulers', '¼" ruler', 'add-a-quarter'],
  ['precuts', '2½" strips', 'jelly-roll rolie-polie roll-up design-roll'],
  ['precuts', '2 and a half inch strips', 'jelly-roll rolie-polie roll-up design-roll'],
  ['precuts', '1/2 yard', 'half-yard-bundle'],
  ['quilting-machines', '1500 stitches', 'juki-tl-2010q brother-pq1500sl'],
])('[D19.3] sizes are found however they are written: in %s, %j', (category, question, slugs) =>
  expect(slugsFor(category, question).join(' ')).toBe(slugs),
)

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

it.each([
  ['jelly rolls', ['Jelly roll']],
  ['customer', []],
  ['half metre', []],
  ['quilt', []],
])('[D38.5] the guides that are called %j', async (text, names) =>
  expect(await createSupplies(GUIDES).called(text)).toMatchObject(names.map((name) => ({ name }))),
)

it('[D19.3] a bundle of one yard is found by its size', () => {
  expect(slugsFor('precuts', '1 yard bundle')).toEqual(['one-yard-bundle'])
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
  const { browse } = createSupplies(GUIDES)
  const two = await browse({ category: 'precuts', query: 'roll', limit: 2 })
  expect([two.items.length, two.totalMatching]).toEqual([2, slugsFor('precuts', 'roll').length])
  expect((await browse({ category: 'precuts', query: undefined, limit: 1 })).totalMatching).toBe(18)
})
