import { expect, it } from 'vitest'
import { guidesNote, guidesNotes, noGuidesNotes } from '../../src/core/guide-notes.ts'
import type { Supplies } from '../../src/core/repositories.ts'
import { READ_AS_WRITTEN } from '../../src/core/search-report.ts'

/** Guides that find so many entries for a category and a query. All have this name. */
const guides = (counts: Readonly<Record<string, number>>, name = 'Guide'): Supplies => ({
  browse: async ({ category, query = '' }) => {
    const totalMatching = counts[`${category} ${query}`.trim()] ?? 0
    const entry = { slug: 'a', name, summary: 'A.', retailers: [] }
    const isCalled = query !== '' && name.toLowerCase().includes(query)
    return {
      items: totalMatching > 0 ? [entry] : [],
      totalMatching,
      named: isCalled ? totalMatching : 0,
      reading: READ_AS_WRITTEN,
    }
  },
})
const broken: Supplies = { browse: () => Promise.reject(new Error('no guides')) }

it('[D38.5] a search without fabrics says where guides have its words', async () => {
  const some = guides({ precuts: 9, 'precuts jelly roll': 1, 'rulers jelly roll': 2 }, 'Jelly Roll')
  expect(await guidesNote(some, 'jelly roll', ['roll'])).toBe(
    '"jelly roll" is in the supply guides: browse_supplies, precuts 1, rulers 2.',
  )
  expect(await guidesNote(some, 'kona jelly roll', ['roll'])).toMatch(/^"jelly roll" is in the supply guides/)
  expect(await guidesNote(some, 'jelly roll', [])).toBeUndefined()
  expect(await guidesNote(some, 'mauve', ['mauve'])).toBeUndefined()
})

it('[D38.5] a search without fabrics tells guides that only mention its words from those about them', async () => {
  const mentions = guides({ 'rulers thread': 1, 'fabric-types thread': 4, 'rulers thread ruler': 1 })
  expect(await guidesNote(mentions, 'thread', ['thread'])).toBe(
    'No supply guide is called "thread"; texts mention it: browse_supplies, fabric-types 4, rulers 1.',
  )
  // The word of a category says what is meant.
  expect(await guidesNote(mentions, 'thread ruler', ['thread'])).toBe(
    '"thread ruler" is in the supply guides: browse_supplies, rulers 1.',
  )
})

it('[D38.5] an empty list of guides names the categories that have a match, and the words that have one', async () => {
  const some = guides({
    'batting-materials': 14,
    'batting-materials loft': 4,
    'batting-materials high': 10,
    'batting-brands very high loft': 2,
    'rulers very high loft': 1,
  })
  expect((await noGuidesNotes(some, 'batting-materials', 'very high loft')).join(' ')).toBe(
    'No entry of batting-materials matches "very high loft"; without query it has 14. ' +
      'Other categories mention it: batting-brands 2, rulers 1. Matches of one word: loft 4, high 10.',
  )
  expect(await noGuidesNotes(some, 'batting-materials', 'zebra')).toEqual([
    'No entry of batting-materials matches "zebra"; without query it has 14.',
  ])
})

it('[D38.2] a list of guides says how its query was read', () => {
  expect(guidesNotes(READ_AS_WRITTEN, 'wool')).toEqual([])
  const readAs = [{ written: 'wol', meant: 'wool' }]
  expect(guidesNotes({ leftOut: ['gray'], readAs }, 'wol Grey').join(' ')).toBe(
    'Read "wol" as "wool". Left out of the search: "Grey".',
  )
})

it('[D38.5] a question about prices is told where they are', async () => {
  expect((await noGuidesNotes(guides({}), 'rulers', 'under $20')).join(' ')).toMatch(
    /Prices are not searched; entries have a priceRange\.$/,
  )
})

it('[D38.1] guides that cannot be read cost no answer', async () => {
  expect(await guidesNote(broken, 'jelly roll', ['roll'])).toBeUndefined()
  expect(await noGuidesNotes(broken, 'rulers', 'jelly roll')).toHaveLength(1)
})
