export { MOST_PNG_BYTES, renderPng } from './png.ts'
export { type DrawingRequest, drawSvg } from './svg.ts'
