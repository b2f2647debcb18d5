export { savedDesignSchema } from './design.ts'
export { type Drawing, drawSvg } from './drawing.ts'
export { type CutAndBuy, cutAndBuy, describeItem } from './in-words.ts'
export { inchesNumber, inchesText, sizeText } from './inches.ts'
export {
  type Geometry,
  type GeometryStatus,
  type Outline,
  outlineOf,
} from './outline.ts'
export { swatchStrip } from './png.ts'
export type { Size } from './polygon.ts'
export { renderPng, startRenderer } from './renderer.ts'
export { loadSaved, type SavedDesign } from './saved.ts'
