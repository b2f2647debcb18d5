import { expect, it } from 'vitest'
import { guidesNote, noGuidesNotes } from '../../src/kit/guide-notes.ts'
import type { Supplies } from '../../src/kit/repositories.ts'

/** Guides that find so many entries for a category and a query. */
const guides = (counts: Readonly<Record<string, number>>): Supplies => ({
  browse: async ({ category, query }) => ({
    items: [],
    totalMatching: counts[`${category} ${query ?? ''}`.trim()] ?? 0,
  }),
})
const broken: Supplies = { browse: () => Promise.reject(new Error('no guides')) }

it('[D38.5] a search without fabrics says where guides have its words', async () => {
  const some = guides({ 'precuts jelly roll': 1, 'rulers jelly roll': 2 })
  expect(await guidesNote(some, 'jelly roll')).toBe(
    '"jelly roll" is in the supply guides: browse_supplies, precuts 1, rulers 2.',
  )
  expect(await guidesNote(some, 'kona jelly roll')).toMatch(/^"jelly roll" is in the supply guides/)
  expect(await guidesNote(some, 'mauve')).toBeUndefined()
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
      'Matches elsewhere: batting-brands 2, rulers 1. Matches of one word: loft 4.',
  )
  expect(await noGuidesNotes(some, 'batting-materials', 'zebra')).toEqual([
    'No entry of batting-materials matches "zebra"; without query it has 14.',
  ])
})

it('[D38.1] guides that cannot be read cost no answer', async () => {
  expect(await guidesNote(broken, 'jelly roll')).toBeUndefined()
  expect(await noGuidesNotes(broken, 'rulers', 'jelly roll')).toHaveLength(1)
})
