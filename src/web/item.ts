import { Html, html } from '../core/html.ts'
import type { AssetResource, FabricRecord } from '../core/rooms.ts'
import { describeItem, inchesText } from '../design/index.ts'
import { chip, PATHS, swatchGrid, tile } from './cloth.ts'
import { clothList, cuttingList, yardageTable } from './cut-and-buy.ts'
import { button, counted, facts, grouped, type Page, type Site, trail } from './frame.ts'
import { squared } from './guide-drawings.ts'
import { type Asset, drawingOf, itemPath, NAMES, type Project, projectPath, sizeOf, WORK } from './work.ts'

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
  if (geometry === undefined || !('placements' in geometry) || geometry.blocks.length === 0) return undefined
  const rows = geometry.blocks.map(({ ref, blockId, name }) => {
    const count = geometry.placements.filter(([, , placed]) => placed === ref).length
    const placed = `placed ${counted(count, 'time')}`
    return name === undefined
      ? html`<li><span class="name">A block that is not there any more</span><span class="sub">${placed}</span></li>`
      : tile(`${root}${itemPath('blocks', blockId)}`, drawingOf(root, 'blocks', blockId, 160), name, [placed])
  })
  return html`<section class="blocks"><h2>Blocks in it</h2><p class="sub">Shown in their own fabrics.</p><ul class="tiles small">${rows}</ul></section>`
}

/** A sheet of squared paper has at most this many lines in a direction. */
const MOST_LINES = 60

/** An empty block as squared paper: a square is an inch, or as many as its size makes sensible. */
function squaredPaper(item: Asset): Html | undefined {
  const { width, height } = item
  if (width === undefined || height === undefined) return undefined
  const step = Math.max(1, Math.ceil(Math.max(width, height) / MOST_LINES))
  return html`<figure class="scale paper">${squared({ width, height }, step, describeItem(item))}<figcaption>One square is ${inchesText(step)}. Print it and draw.</figcaption></figure>`
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
  const isSwatch = resource === 'swatches'
  const path = `${root}${itemPath(resource, item.id)}/drawing`
  const hint = hintOf(item, resource)
  const isDrawn = drawing !== undefined && ['complete', 'truncated'].includes(item.geometryStatus ?? '')
  const inProject = project === undefined ? [] : [[projectPath(project.id), project.name] as const]
  return {
    title: `${item.name}, ${one}`,
    print: one,
    colors: geometry?.palette.map(({ hex }) => hex) ?? [colorHex],
    main: html`${trail(root, WORK, ...inProject)}
<div class="split item"><div class="picture">${pictureOf(content)}${isDrawn && html`<p class="files"><a href="${path}.svg">SVG</a><a href="${path}.png">PNG</a><a href="${path}.svg?in=grey">In greys</a></p>`}</div><div>
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
  ['Colour', isSwatch && (colorHex ? html`<code>${colorHex}</code>, approximate` : 'not known')],
  ['Tags', item.tags?.join(', ')],
  ['Project', project && html`<a href="${root}${projectPath(project.id)}">${project.name}</a>`],
  ['Archived', item.archived && 'yes'],
])}
${isSwatch && colorHex && html`<p>${button(`${root}${PATHS.palette([colorHex])}`, 'Begin a palette')}</p>`}
${geometry && clothList(root, geometry)}
</div></div>
${geometry && cuttingList(geometry)}
${geometry && yardageTable(geometry)}
${blocksOfQuilt(root, item)}
${nearest.length > 0 && html`<section><h2>Nearest fabrics</h2>${swatchGrid(nearest, { root, asked: colorHex })}</section>`}
<p class="sub more abilities">Your assistant can read this ${one}. It cannot change or delete it: that stays in your hands.</p>`,
  }
}
