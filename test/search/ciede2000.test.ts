import { describe, expect, it } from 'vitest'
import { ciede2000, type Lab, labOf } from '../../src/core/color.ts'

// Sharma, Wu, Dalal: "The CIEDE2000 Color-Difference Formula: Implementation Notes, Supplementary Test
// Data, and Mathematical Observations" (2005), table 1: every second pair.
const PAIRS: readonly (readonly [Lab, Lab, number])[] = [
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 2.8361, -74.02], [50, 0, -82.7485], 3.4412],
  [[50, -1.1848, -84.8006], [50, 0, -82.7485], 1],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
  [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
  [[50, -0.001, 2.49], [50, 0.0009, -2.49], 4.8045],
  [[50, -0.001, 2.49], [50, 0.0011, -2.49], 4.7461],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[50, 2.5, 0], [56, -27, -3], 31.903],
  [[50, 2.5, 0], [50, 3.1736, 0.5854], 1],
  [[50, 2.5, 0], [50, 1.8634, 0.5757], 1],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[61.2901, 3.7196, -5.3901], [61.4292, 2.248, -4.962], 1.8731],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
  [[90.8027, -2.0831, 1.441], [91.1528, -1.6435, 0.0447], 1.4441],
  [[6.7747, -0.2908, -2.4247], [5.8714, -0.0985, -2.2286], 0.6377],
]

describe('CIEDE2000', () => {
  it.each(PAIRS)('of %j and %j is %d, as published', (one, other, distance) => {
    expect(ciede2000(one, other)).toBeCloseTo(distance, 4)
    expect(ciede2000(other, one)).toBeCloseTo(distance, 4)
  })

  it('is 0 for the same colour, grey ones too', () => {
    for (const hex of ['#000000', '#808080', '#FFFFFF', '#D9A441', '#0000FF'])
      expect(ciede2000(labOf(hex), labOf(hex))).toBe(0)
  })
})

// CIE L*a*b* of sRGB under D65, two degrees.
it.each<[string, Lab]>([
  ['#000000', [0, 0, 0]],
  ['#FFFFFF', [100, 0, 0]],
  ['#808080', [53.585, 0, 0]],
  ['#FF0000', [53.241, 80.092, 67.203]],
  ['#00FF00', [87.735, -86.183, 83.179]],
  ['#0000FF', [32.297, 79.188, -107.86]],
  ['#010101', [0.274, 0, 0]],
])('%s is %j in L*a*b*', (hex, lab) => {
  for (const [index, value] of labOf(hex).entries()) expect(value).toBeCloseTo(lab[index] ?? Number.NaN, 2)
})
