import { drawSvg, readDesign } from '../design/index.ts'

/**
 * A log cabin block as `quilt-outline/1`: logs around a centre, dark on two sides and light on the other two.
 */
const LOGS: ReadonlyArray<readonly [slot: string, x: number, y: number, width: number, height: number]> = [
  ['C', 6, 6, 2, 2],
  ['A', 6, 4, 2, 2],
  ['A', 8, 4, 2, 4],
  ['B', 6, 8, 4, 2],
  ['B', 4, 4, 2, 6],
  ['D', 4, 2, 6, 2],
  ['D', 10, 2, 2, 8],
  ['E', 4, 10, 8, 2],
  ['E', 2, 2, 2, 10],
  ['A', 2, 0, 10, 2],
  ['A', 12, 0, 2, 12],
  ['B', 2, 12, 12, 2],
  ['B', 0, 0, 2, 14],
]
/**
 * The layout "barn raising": how far each block of the upper left quarter is turned. The other quarters are
 * its mirror images.
 */
const TURNS = [
  [90, 270, 90, 180, 0, 180],
  [270, 90, 270, 0, 180, 0],
  [90, 270, 90, 180, 0, 180],
  [0, 180, 0, 270, 90, 270],
  [180, 0, 180, 90, 270, 90],
  [0, 180, 0, 270, 90, 270],
]
/** Snow, Windsor, Curry, Bone and Denim of Kona Cotton. */
export const HOME_COLORS = ['#F3EFE6', '#27365A', '#CA9520', '#E3D7BF', '#4A6591']

const palette = HOME_COLORS.map((hex, index) => ({
  slot: 'ABCDE'[index],
  hex,
  ...(index === 0 ? { role: 'background' } : {}),
}))
const shared = { schema: 'quilt-outline/1', palette }
const block = {
  ...shared,
  kind: 'block',
  viewBox: [0, 0, 14, 14],
  shapes: LOGS.map(([slot, x, y, width, height]) => ({
    slot,
    points: [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
  })),
}
const placements = TURNS.flatMap((turns, row) => turns.map((turn, column) => [row, column, '1', turn]))
const quilt = {
  ...shared,
  kind: 'quilt',
  viewBox: [0, 0, 92, 92],
  grid: { rows: 6, cols: 6 },
  blockSize: 14,
  borders: [{ width: 4, slot: 'B' }],
  blocks: [{ ref: '1', blockId: 'log-cabin' }],
  placements,
}

const logCabin = readDesign(JSON.stringify(block))

/** The quilt of the home page. */
export const HOME_QUILT = drawSvg({
  design: readDesign(JSON.stringify(quilt)),
  blocks: new Map(logCabin?.kind === 'block' ? [['log-cabin', logCabin]] : []),
  isWhole: true,
  width: 92,
  height: 92,
  edges: false,
  label:
    'A quilt of 36 log cabin blocks in blue, cream and mustard, set so that the dark sides make diamonds',
}).svg
