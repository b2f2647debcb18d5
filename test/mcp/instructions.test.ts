import { expect, it } from 'vitest'
import { instructionsFor } from '../../src/mcp/registry.ts'

/** The fabrics of each collection of one maker. */
const maker = (manufacturer: string, collections: Readonly<Record<string, number>>) => ({
  manufacturer,
  fabrics: Object.values(collections).reduce((sum, fabrics) => sum + fabrics, 0),
  collections: Object.entries(collections).map(([collection, fabrics]) => ({ collection, fabrics })),
})

it('the instructions say what the catalog holds, and nothing of one that cannot be read', async () => {
  const makers = async () => [
    maker('Robert Kaufman', { 'Kona Cotton': 376 }),
    maker('Moda Fabrics', { Grunge: 13, 'Bella Solids': 1365 }),
  ]
  expect(await instructionsFor({ makers })).toContain(
    'The catalog has 1754 fabrics of 2 makers in 3 collections. ' +
      'The makers with most, each with its largest collection: ' +
      'Moda Fabrics 1378 (Bella Solids 1365), Robert Kaufman 376 (Kona Cotton 376).',
  )
  const unreadable = { makers: () => Promise.reject(new Error('no catalog')) }
  expect(await instructionsFor(unreadable)).not.toContain('The catalog has')
})

it('[D40.7] the instructions say once what the service cannot do, and are short for any catalog', async () => {
  const makers = async () => Array.from({ length: 500 }, (_, index) => maker(`Maker ${index}`, { Solids: 1 }))
  const text = await instructionsFor({ makers })
  expect(text.length).toBeLessThan(2000)
  for (const lacking of [
    'edited',
    'PDF',
    'sharing',
    'stash',
    'price or stock',
    'washing',
    'thread',
    'public blocks',
    'another size',
  ])
    expect(text.split(lacking), lacking).toHaveLength(2)
})
