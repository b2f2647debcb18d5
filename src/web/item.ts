import { Html, html } from '../core/html.ts'
import type { AssetResource, FabricRecord } from '../core/rooms.ts'
import { describeItem, inchesText } from '../design/index.ts'
import { chip, PATHS, swatchGrid } from './cloth.ts'
import { clothList, cuttingList, yardageTable } from './cut-and-buy.ts'
import { counted, facts, grouped, type Page, type Site, trail } from './frame.ts'
import { type Asset, itemPath, NAMES, type Project, projectPath, sizeOf } from './work.ts'

export interface ItemContent {
  readonly resource: AssetResource
  readonly item: Asset
  readonly project: Project | undefined
  /** The drawing as SVG. Swatches have none. */
  readonly drawing: string | undefined
  /** The fabrics that are nearest to the colour of a swatch. */
  readonly nearest: readonly FabricRecord[]
}

const LAYOUTS: Readonly<Record<string, string>> = {
  grid: 'Side by side',
  sashing: 'With sashing',
  'on-point': 'On point',
  strip: 'In strips',
  medallion: 'Medallion',
  freeform: 'Free',
}

/** The blocks of a quilt, how often each is placed, and a link to each. */
function blocksOfQuilt(root: string, { geometry }: Asset): Html | undefined {
  if (geometry === undefined || !('placements' in geometry)) return undefined
  const rows = geometry.blocks.map(({ ref, blockId, name }) => {
    const count = geometry.placements.filter(([, , placed]) => placed === ref).length
    const path = `${root}${itemPath('blocks', blockId)}`
    const placed = html`<span class="sub">placed ${counted(count, 'time')}</span>`
    return name === undefined
      ? html`<li><span class="name">A block that is not there any more</span>${placed}</li>`
      : html`<li><a href="${path}"><img src="${path}/drawing.svg" alt="" width="160" height="160" loading="lazy"><span class="name">${name}</span>${placed}</a></li>`
  })
  return rows.length > 0
    ? html`<section class="blocks"><h2>Blocks in it</h2><p class="sub">Shown in their own fabrics.</p><ul class="tiles small">${rows}</ul></section>`
    : undefined
}

const ABILITIES: Readonly<Record<AssetResource, string>> = {
  quilts: 'Ask your assistant about its fabrics and blocks, what to cut, and what to buy.',
  blocks: 'Ask your assistant what to cut for it, or to start a new, empty block of any size.',
  patterns: 'Ask your assistant about its layout, its blocks, and what to buy for it.',
  swatches: 'Ask your assistant for the nearest fabrics of every maker.',
}

/** A sheet of squared paper has at most this many lines in a direction. */
const MOST_LINES = 60

/** An empty block as squared paper: a square is an inch, or as many as its size makes sensible. */
function squaredPaper(item: Asset): Html | undefined {
  const { width, height } = item
  if (width === undefined || height === undefined) return undefined
  const step = Math.max(1, Math.ceil(Math.max(width, height) / MOST_LINES))
  const lines = (end: number) => Array.from({ length: Math.ceil(end / step) - 1 }, (_, at) => (at + 1) * step)
  const d = [...lines(width).map((x) => `M${x} 0V${height}`), ...lines(height).map((y) => `M0 ${y}H${width}`)]
  return html`<figure class="scale paper"><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${describeItem(item)}"><rect width="${width}" height="${height}" class="body"/><path d="${d.join('')}" class="grid"/></svg><figcaption>One square is ${inchesText(step)}. Print it and draw.</figcaption></figure>`
}

function pictureOf({ item, drawing }: ItemContent): Html {
  if (drawing === undefined) return chip(item.colorHex, 'chip large')
  const isEmptyBlock = item.shapeCount === 0 && item.geometryStatus === 'empty'
  return (isEmptyBlock ? squaredPaper(item) : undefined) ?? new Html(drawing)
}

/** What an item without a drawing needs next. */
function hintOf({ geometryStatus }: Asset, resource: AssetResource): string | undefined {
  if (resource === 'swatches') return undefined
  if (geometryStatus === 'unavailable') return 'There is no drawing of it; it may be a photo.'
  if (geometryStatus !== 'empty') return undefined
  return resource === 'blocks'
    ? 'It has no pieces yet. Draw it in the editor of your quilting application, or ask your assistant which blocks have this size.'
    : 'It has no blocks yet. What to buy is by its size alone.'
}

/** `/editor/{resource}/{id}`: one item of the person: the whole drawing, what to cut, and what to buy. */
export function itemPage({ root }: Site, content: ItemContent): Page {
  const { resource, item, project, drawing, nearest } = content
  const [one] = NAMES[resource]
  const { geometry, gridRows, gridCols, blockSize, shapeCount, layoutMode, colorHex } = item
  const path = `${root}${itemPath(resource, item.id)}`
  const hint = hintOf(item, resource)
  const isDrawn = drawing !== undefined && ['complete', 'truncated'].includes(item.geometryStatus ?? '')
  return {
    title: `${item.name}, ${one}`,
    description: `A ${one}.`,
    print: one,
    colors: geometry?.palette.map(({ hex }) => hex) ?? [colorHex],
    current: 'projects',
    signedIn: true,
    main: html`${trail(root, [['/projects', 'Your work'], ...(project === undefined ? [] : [[projectPath(project.id), project.name] as const])])}
<div class="split item"><div class="picture">${pictureOf(content)}${isDrawn && html`<p class="files"><a href="${path}/drawing.svg">SVG</a><a href="${path}/drawing.png">PNG</a><a href="${path}/drawing.svg?in=grey">In greys</a></p>`}</div><div>
<h1>${item.name}</h1>
${item.description && html`<p class="notes">${item.description}</p>`}
${hint && html`<p class="hint">${hint}</p>`}
${facts([
  ['Finished size', sizeOf(item)],
  ['Pieces', shapeCount !== undefined && grouped(shapeCount)],
  [
    resource === 'blocks' ? 'Grid' : 'Rows and columns',
    gridRows !== undefined && gridCols !== undefined && `${gridRows} × ${gridCols}`,
  ],
  ['Block size', blockSize !== undefined && inchesText(blockSize)],
  ['Layout', layoutMode && (LAYOUTS[layoutMode] ?? layoutMode)],
  [
    'Colour',
    resource === 'swatches' && (colorHex ? html`<code>${colorHex}</code>, approximate` : 'not known'),
  ],
  ['Tags', item.tags?.join(', ')],
  ['Project', project && html`<a href="${root}${projectPath(project.id)}">${project.name}</a>`],
  ['Archived', item.archived && 'yes'],
])}
${resource === 'swatches' && colorHex && html`<p><a class="button" href="${root}${PATHS.palette([colorHex])}">Begin a palette</a></p>`}
${geometry && clothList(root, geometry)}
</div></div>
${geometry && cuttingList(geometry)}
${geometry && yardageTable(geometry)}
${blocksOfQuilt(root, item)}
${nearest.length > 0 && html`<section><h2>Nearest fabrics</h2>${swatchGrid(nearest, { root, asked: colorHex })}</section>`}
<section class="abilities"><h2>With your assistant</h2><p>${ABILITIES[resource]} It cannot change or delete it: that stays in your hands.</p></section>`,
  }
}
