export { type CutAndBuy, cutAndBuy } from './cut-and-buy.ts'
export { describeItem } from './describing.ts'
export { savedDesignSchema } from './design.ts'
export { inchesNumber, inchesText } from './inches.ts'
export type {
  ClosestFabric,
  CutFrom,
  Geometry,
  GeometryStatus,
  Outline,
} from './outline.ts'
export { renderPng, startRenderer } from './renderer.ts'
export { loadSaved, type SavedDesign, type WholeDesign } from './saved.ts'
export { swatchStrip } from './swatches.ts'
