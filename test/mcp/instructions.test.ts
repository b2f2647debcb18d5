import { expect, it } from 'vitest'
import type { Fabrics } from '../../src/core/rooms.ts'
import { createInstructions } from '../../src/mcp/instructions.ts'

/** Of a catalog that does not change. */
const instructionsFor = ({ makers }: Pick<Fabrics, 'makers'>) =>
  createInstructions({ makers, version: async () => '1' })()

const line = (collection: string, fabrics: number) => ({ collection, fabrics })

it('the instructions say what the catalog holds', async () => {
  const makers = async () => [
    {
      manufacturer: 'Moda Fabrics',
      fabrics: 1378,
      collections: [line('Bella Solids', 1365), line('Grunge', 13)],
    },
    { manufacturer: 'Robert Kaufman', fabrics: 376, collections: [line('Kona Cotton', 376)] },
  ]
  expect(await instructionsFor({ makers })).toContain(
    'The catalog has 1,754 fabrics of 2 makers in 3 collections, 1 with "solids" in their names. The largest: ' +
      'Moda Fabrics Bella Solids (1,365), Robert Kaufman Kona Cotton (376), Moda Fabrics Grunge (13).',
  )
})

it('[D40.7] the instructions say once what the service cannot do', async () => {
  const text = await instructionsFor({ makers: async () => [] })
  for (const lacking of [
    'edit',
    'PDF',
    'sharing',
    'stash',
    'prices',
    'public blocks',
    "other people's patterns",
  ])
    expect(text.split(lacking), lacking).toHaveLength(2)
})

it('the instructions stay short for any catalog, and without one', async () => {
  const makers = async () =>
    Array.from({ length: 500 }, (_, index) => ({
      manufacturer: `Maker ${index}`,
      fabrics: 1,
      collections: [line('Solids', 1)],
    }))
  expect((await instructionsFor({ makers })).length).toBeLessThan(2000)
  const unreadable = { makers: () => Promise.reject(new Error('no catalog')) }
  expect(await instructionsFor(unreadable)).not.toContain('The catalog has')
})

it('the instructions follow the catalog, and are made once for each version of it', async () => {
  let fabrics = 1
  let version = 'a'
  let asked = 0
  const instructions = createInstructions({
    version: async () => version,
    makers: async () => {
      asked += 1
      return [{ manufacturer: 'Maker', fabrics, collections: [line('Solids', fabrics)] }]
    },
  })
  expect(await instructions()).toContain('The catalog has 1 fabrics')
  fabrics = 2000
  expect(await instructions()).toContain('The catalog has 1 fabrics')
  version = 'b'
  expect(await instructions()).toContain('The catalog has 2,000 fabrics')
  expect(asked).toBe(2)
})
