export { describeItem } from './describing.ts'
export { MOST_PNG_BYTES } from './indexed-png.ts'
export { keptPictureBytes, MOST_KEPT_BYTES, MOST_WAITING, renderPng } from './png.ts'
export { DRAWING_BOUNDS, type Drawing, type DrawingRequest, drawSvg } from './svg.ts'
