import { tools } from '../../tools/index.ts'
import { notFound, overloaded } from '../core/errors.ts'
import { Html, html } from '../core/html.ts'
import { ASSET_KINDS, type AssetResource } from '../core/rooms.ts'
import { describeItem, inchesText, renderPng } from '../design/index.ts'
import { chip, swatchGrid } from './cloth.ts'
import { greyOf } from './colours.ts'
import { clothList, cutAndBuyTables } from './cut-and-buy.ts'
import { squared } from './guide-drawings.ts'
import type { OwnPage, OwnRequest } from './page-request.ts'
import { button, capitalized, counted, facts, grouped, section, tile, trail } from './parts.ts'
import { PATHS } from './paths.ts'
import { privateFile } from './replies.ts'
import { EVERYWHERE } from './shelf.ts'
import { type Asset, drawingOf, isResource, projectOf, sizeOf, WORK } from './work.ts'

function blocksOfQuilt({ geometry }: Asset): Html | undefined {
  if (geometry === undefined || !('placements' in geometry) || geometry.blocks.length === 0) return undefined
  const tiles = geometry.blocks.map(({ ref, blockId, name }) => {
    const count = geometry.placements.filter(([, , placed]) => placed === ref).length
    const placed = `placed ${counted(count, 'time')}`
    return name === undefined
      ? html`<li><span class="name">A block that is not there any more</span><span class="sub">${placed}</span></li>`
      : tile(PATHS.editor('blocks', blockId), drawingOf('blocks', blockId, 160), name, [placed])
  })
  return html`<section class="blocks"><h2>Blocks in it</h2><p class="sub">Shown in their own fabrics.</p><ul class="small tiles grid">${tiles}</ul></section>`
}

/** A sheet of squared paper has at most this many lines in a direction. */
const MOST_LINES = 60

/** An empty block as squared paper: a square is an inch, or as many as its size makes sensible. */
function squaredPaper(item: Asset): Html | undefined {
  const { width, height } = item
  if (width === undefined || height === undefined) return undefined
  const step = Math.max(1, Math.ceil(Math.max(width, height) / MOST_LINES))
  return html`<figure class="scale">${squared({ width, height }, step, describeItem(item))}<figcaption>One square is ${inchesText(step)}. Print it and draw.</figcaption></figure>`
}

function pictureOf(item: Asset, drawing: string | undefined): Html {
  if (drawing === undefined) return chip(item.colorHex)
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

/** The item of an address. Throws `not_found`. */
async function itemAt({ runner, path, caller }: OwnRequest, includeGeometry: boolean) {
  const resource = path('resource')
  if (!isResource(resource)) throw notFound()
  const input = { resource, id: path('id'), includeGeometry }
  const { data, draw } = await runner.run(tools.getAsset, input, caller)
  return { resource, item: data.asset, draw }
}

/** Its whole drawing, as SVG. Throws `not_found` if it has none. */
async function drawn(request: OwnRequest): Promise<string> {
  const { draw } = await itemAt(request, false)
  if (draw === undefined) throw notFound()
  const { svg } = await draw({ edges: false })
  // In greys only light and dark remain, which make the pattern.
  return request.query('in') === 'grey' ? svg.replace(/#[0-9A-F]{6}\b/g, greyOf) : svg
}

export const itemSvg: OwnPage = async (request) => privateFile('image/svg+xml', await drawn(request))

export const itemPng: OwnPage = async (request) => {
  const picture = await renderPng(await drawn(request), { of: request.caller.userId })
  if (picture === undefined) throw overloaded()
  return privateFile('image/png', Uint8Array.from(picture))
}

/** `/editor/{resource}/{id}`: one item of the person: the whole drawing, what to cut, and what to buy. */
export const itemPage: OwnPage = async (request) => {
  const { resource, item, draw } = await itemAt(request, true)
  const one = ASSET_KINDS[resource]
  const { geometry, gridRows, gridCols, blockSize, shapeCount, layoutMode, colorHex } = item
  const isSwatch = resource === 'swatches'
  const search = { ...EVERYWHERE, query: colorHex, limit: 6 }
  const nearest = isSwatch && colorHex !== undefined ? (await request.fabrics.search(search)).items : []
  const drawing = (await draw?.({ edges: true }))?.svg
  const project = await projectOf(request, item.projectId)
  const inProject = project === undefined ? [] : [[PATHS.project(project.id), project.name] as const]
  const path = `${PATHS.editor(resource, item.id)}/drawing`
  const hint = hintOf(item, resource)
  const isDrawn = drawing !== undefined && ['complete', 'truncated'].includes(item.geometryStatus ?? '')
  return {
    title: `${item.name}, ${one}`,
    colors: geometry?.palette.map(({ hex }) => hex) ?? [colorHex],
    main: html`${trail(WORK, ...inProject)}
<div class="split item"><div class="picture">${pictureOf(item, drawing)}${isDrawn && html`<p class="files row"><a href="${path}.svg">SVG</a><a href="${path}.png">PNG</a><a href="${path}.svg?in=grey">In greys</a></p>`}</div><div>
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
  ['Layout', layoutMode && capitalized(layoutMode.replace('-', ' '))],
  ['Colour', isSwatch && (colorHex ? html`<code>${colorHex}</code>, approximate` : 'not known')],
  ['Tags', item.tags?.join(', ')],
  ['Project', project && html`<a href="${PATHS.project(project.id)}">${project.name}</a>`],
  ['Archived', item.archived && 'yes'],
])}
${isSwatch && colorHex && html`<p>${button(PATHS.palette([colorHex]), 'Begin a palette')}</p>`}
${geometry && clothList(geometry)}
</div></div>
${geometry && cutAndBuyTables(geometry)}
${blocksOfQuilt(item)}
${nearest.length > 0 && section('Nearest fabrics', swatchGrid(nearest, { asked: colorHex }))}
<p class="sub more">Your assistant can read this ${one}. It cannot change or delete it: that stays in your hands.</p>`,
  }
}
