import { expect, it } from 'vitest'
import { cellAt, cellOf, layersOf } from '../../src/catalog/search/colors/color-space.ts'
import { grouped } from '../../src/catalog/search/colors/color-table.ts'
import { type Hit, NEAREST, nearest, type Start } from '../../src/catalog/search/colors/nearest.ts'
import { ciede2000, labOf, labOfRgb } from '../../src/core/color.ts'
import { createRandom } from '../bench/catalog.ts'

const COUNT = 15_000
const PAGE = 25

const random = createRandom(11)
// A third share a few colours.
const rgbs = Array.from({ length: COUNT }, (_, index) =>
  index % 3 === 0 ? 0x808080 + (index % 2) : Math.floor(random() * 0x1000000),
)

/** The numbers of the fabrics in each cell. */
const cells = new Map<number, number[]>()
for (const [position, rgb] of rgbs.entries()) {
  const cell = cellOf(labOfRgb(rgb))
  cells.set(cell, [...(cells.get(cell) ?? []), position])
}

const distanceTo = (target: string, rgb: number) => Number(ciede2000(labOf(target), labOfRgb(rgb)).toFixed(6))

/** The first hits behind a start, and how many fabrics were in the cells that it read. */
function page(target: string, start: Start) {
  let read = 0
  const source = {
    few: undefined,
    layers: layersOf(Array.from(cells.keys(), cellAt)),
    read(cell: number) {
      const positions = (cells.get(cell) ?? []).toSorted((a, b) => (rgbs[a] ?? 0) - (rgbs[b] ?? 0))
      read += positions.length
      const colors = positions.map((position) => rgbs[position] ?? 0)
      return grouped(Float64Array.from(positions), Uint32Array.from(colors))
    },
  }
  const found: Hit[] = []
  for (const hit of nearest(source, labOf(target), start)) {
    found.push(hit)
    if (found.length === PAGE) break
  }
  return { found: found.map(({ position, distance }) => ({ position, distance })), read }
}

function expected(target: string, start: Start) {
  return rgbs
    .map((rgb, position) => ({ position, distance: distanceTo(target, rgb) }))
    .filter(
      ({ position, distance }) =>
        distance > start.distance || (distance === start.distance && position >= start.position),
    )
    .sort((one, other) => one.distance - other.distance || one.position - other.position)
    .slice(0, PAGE)
}

const TARGETS = ['#808080', '#FFFFFF', '#D9A441', '#2A00C8', '#00FF00']

it.each(TARGETS)(
  '[D17.1] a page near %s, or at any distance from it, reads the cells up to there',
  (target) => {
    for (const distance of [0, 5, 15, 30, 60]) {
      const start = { distance, position: 0 }
      const { found, read } = page(target, start)
      expect(found).toEqual(expected(target, start))
      const nearer = rgbs.filter((rgb) => distanceTo(target, rgb) < distance).length
      // A third of the fabrics may be in one cell.
      expect(read - nearer).toBeLessThan(COUNT / 3 + COUNT / 5)
    }
  },
)

it('[D15.5, D17.1] fabrics of the same colour are told apart by their positions', () => {
  const middle = { distance: 0, position: COUNT / 2 }
  expect(page('#808080', NEAREST).found).toEqual(expected('#808080', NEAREST))
  expect(page('#808080', middle).found).toEqual(expected('#808080', middle))
})

it('the fabrics of a colour are kept together, in order', () => {
  const cell = grouped(Float64Array.of(9, 3, 5, 4, 1), Uint32Array.of(1, 1, 2, 3, 3))
  expect([...cell.rgbs]).toEqual([1, 2, 3])
  expect([...cell.starts]).toEqual([0, 2, 3, 5])
  expect([...cell.positions]).toEqual([3, 9, 5, 1, 4])
})
