export { describeItem } from './describing.ts'
export { blocksOf, drawItem, type ReadBlock } from './item.ts'
export { MOST_PNG_BYTES, renderPng } from './png.ts'
export { type DrawingRequest, drawSvg } from './svg.ts'
