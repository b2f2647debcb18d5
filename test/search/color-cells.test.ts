import { expect, it } from 'vitest'
import { leastDistanceFrom, leastLight } from '../../src/catalog/search/colors/color-bounds.ts'
import { cellAt, cellOf, WIDTH } from '../../src/catalog/search/colors/color-space.ts'
import { ciede2000, labOf } from '../../src/core/color.ts'
import { createRandom } from '../bench/catalog.ts'

const random = createRandom(5)
const channel = (value: number) => Math.max(0, Math.min(255, Math.round(value)))
const hexOf = (channels: readonly number[]) =>
  `#${channels.map((value) => channel(value).toString(16).padStart(2, '0')).join('')}`

/** Two colours: far from each other, near, or both near grey, where the formula bends most. */
function pair(index: number): readonly [string, string] {
  const one = [random() * 256, random() * 256, random() * 256]
  const gray = Array.from({ length: 3 }, () => random() * 256).fill(random() * 256)
  const about = (channels: readonly number[], width: number) =>
    channels.map((value) => value + (random() - 0.5) * width)
  if (index % 3 === 0) return [hexOf(one), hexOf([random() * 256, random() * 256, random() * 256])]
  return index % 3 === 1
    ? [hexOf(one), hexOf(about(one, 80))]
    : [hexOf(about(gray, 12)), hexOf(about(gray, 12))]
}

it('[D17.1] no colour is nearer than what is known of its cell', () => {
  const wrong = []
  for (let index = 0; index < 60_000; index += 1) {
    const [target, other] = pair(index)
    const distance = ciede2000(labOf(target), labOf(other))
    const cell = cellAt(cellOf(labOf(other)))
    const light = leastLight(labOf(target), cell)
    const least = leastDistanceFrom(labOf(target))(cell)
    if (!(light <= least && least <= distance)) wrong.push([target, other, light, least, distance])
  }
  expect(wrong).toEqual([])
})

it('a cell is where its colours are', () => {
  const cells = new Set(Array.from({ length: 1000 }, (_, index) => cellOf(labOf(pair(index)[0]))))
  for (const number of cells) {
    const { l, a, b } = cellAt(number)
    expect(cellOf([l + WIDTH / 2, a + WIDTH / 2, b + WIDTH / 2])).toBe(number)
  }
})
