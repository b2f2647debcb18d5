export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The size at which a block covers one cell of a quilt or a whole number of cells. A block of two squares covers
 * two cells. If the ratio of its sides is no whole number, it is made to fit into one.
 */
export function coverage({ width, height }: Size, cell: number): Size {
  const ratio = Math.max(width, height) / Math.min(width, height)
  const cells = Math.round(ratio)
  const short = Math.abs(ratio - cells) < 0.001 ? cell : cell / ratio
  return width < height ? { width: short, height: short * ratio } : { width: short * ratio, height: short }
}
