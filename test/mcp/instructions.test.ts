import { expect, it } from 'vitest'
import { instructionsFor } from '../../src/mcp/instructions.ts'

const line = (collection: string, fabrics: number) => ({ collection, fabrics })

it('the instructions say what the catalog holds, and nothing of one that cannot be read', async () => {
  const makers = async () => [
    {
      manufacturer: 'Moda Fabrics',
      fabrics: 1378,
      collections: [line('Bella Solids', 1365), line('Grunge', 13)],
    },
    { manufacturer: 'Robert Kaufman', fabrics: 376, collections: [line('Kona Cotton', 376)] },
  ]
  expect(await instructionsFor({ makers })).toContain(
    'The catalog has 1754 fabrics of 2 makers in 3 collections. ' +
      'The largest: Moda Fabrics Bella Solids (1365), Robert Kaufman Kona Cotton (376), Moda Fabrics Grunge (13).',
  )
  const unreadable = { makers: () => Promise.reject(new Error('no catalog')) }
  expect(await instructionsFor(unreadable)).not.toContain('The catalog has')
})

it('[D40.7] the instructions say once what the service cannot do, and are short for any catalog', async () => {
  const makers = async () =>
    Array.from({ length: 500 }, (_, index) => ({
      manufacturer: `Maker ${index}`,
      fabrics: 1,
      collections: [line('Solids', 1)],
    }))
  const text = await instructionsFor({ makers })
  expect(text.length).toBeLessThan(2000)
  const lacking = [
    'edited',
    'PDF',
    'sharing',
    'stash',
    'price or stock',
    'washing',
    'thread',
    'public blocks',
  ]
  for (const part of lacking) expect(text.split(part), part).toHaveLength(2)
})
