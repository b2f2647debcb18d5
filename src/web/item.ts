import { tools } from '../../tools/index.ts'
import { notFound, overloaded } from '../core/errors.ts'
import { ASSET_KINDS, type AssetResource } from '../core/rooms.ts'
import { createTurns } from '../core/turns.ts'
import {
  type CutAndBuy,
  cutAndBuy,
  describeItem,
  type Geometry,
  inchesText,
  renderPng,
} from '../design/index.ts'
import { greyOf } from './colours.ts'
import { type OwnPage, type OwnVisit, privateFile } from './handlers.ts'
import { fragmentOf, Html, html } from './html.ts'
import { button, chip, dot, facts, leadOn, list, section, squared, swatchGrid, tile, tiles } from './parts.ts'
import { PATHS } from './paths.ts'
import { capitalized, counted, grouped, withFractions } from './words.ts'
import { type Asset, drawingOf, projectOf, resourceOf, sizeOf } from './work.ts'

/** The nearest cloth for each colour of a design. */
function clothList(cloth: Geometry['palette']): Html {
  const rows = cloth.map(({ hex, closest }) => {
    const near = closest !== undefined && closest.difference >= 1 && ` · ΔE\u00a0${closest.difference}`
    const name =
      closest === undefined
        ? html`<b>${hex}</b>`
        : html`<a href="${PATHS.fabric(closest)}">${closest.name}</a><span class="sub">${closest.collection}${closest.sku && `, ${closest.sku}`}</span>`
    return html`${dot(hex)}<span>${name}<span class="sub"><code>${hex}</code>${near}</span></span>`
  })
  const match = leadOn(PATHS.palette(cloth.map(({ hex }) => hex)), 'Match these fabrics')
  return section('Fabrics', list('palette grid', rows), match)
}

function clothName({ slots }: CutAndBuy, slot = ''): Html {
  const known = slots.get(slot)
  if (known === undefined) return html`Fabric not chosen`
  return html`${dot(known.hex)}${known.closest?.name ?? known.hex}`
}

/** By fabric (D41). */
function cuttingList(amounts: CutAndBuy): Html | undefined {
  if (amounts.cuts.length === 0) return undefined
  const fabrics = [...Map.groupBy(amounts.cuts, ({ slot }) => slot)].map(([slot, cuts]) => {
    const rows = cuts.map(
      ({ what, cut, finished }) =>
        html`<tr><td>${what}</td><td>${cut}</td><td class="number">${finished}″</td></tr>`,
    )
    return html`<tbody><tr><th colspan="3" scope="rowgroup">${clothName(amounts, slot)}</th></tr>${rows}</tbody>`
  })
  return fragmentOf('what-to-cut.html', { fabrics })
}

function shoppingList(amounts: CutAndBuy): Html | undefined {
  const { purchases, assumptions } = amounts
  if (assumptions === undefined) return undefined
  const rows = purchases.map(({ slot, what, amount }) => {
    const name = slot === undefined ? capitalized(what) : clothName(amounts, slot)
    return [name, amount] as const
  })
  const note = html`<p class="sub">Assumed: ${assumptions}. Take about 10 % more for slips.</p>`
  return section('What to buy', facts(rows), note)
}

function blocksOfQuilt(geometry: Geometry): Html | undefined {
  if (!('placements' in geometry) || geometry.blocks.length === 0) return undefined
  const blocks = geometry.blocks.map(({ blockId, count, name }) => {
    const placed = `placed ${counted(count, 'time')}`
    return name === undefined
      ? html`<span class="name">A block that is not there any more</span><span class="sub">${placed}</span>`
      : tile(PATHS.editor('blocks', blockId), drawingOf('blocks', blockId), name, placed)
  })
  return html`<section class="blocks"><h2>Blocks in it</h2><p class="sub">Shown in their own fabrics.</p>${tiles('small', blocks)}</section>`
}

/** In the order in which people need it: to buy, to cut, what is not counted, the blocks. */
function amountsOf(geometry: Geometry): Html {
  const amounts = cutAndBuy(geometry)
  const left = amounts.notCounted.join('; ')
  const { text } = html`${shoppingList(amounts)}
${cuttingList(amounts)}
${left && html`<p class="hint">Not counted: ${left}.</p>`}`
  return html`${new Html(withFractions(text))}
${blocksOfQuilt(geometry)}`
}

/** In each direction of a sheet of squared paper. */
const MOST_LINES = 60

/** An empty block is squared paper, with squares of one inch or more. */
function shownPicture(item: Asset, drawing: string | undefined): Html {
  const { width, height, colorHex, shapeCount, geometryStatus } = item
  if (drawing === undefined) return chip(colorHex)
  const isEmptyBlock = shapeCount === 0 && geometryStatus === 'empty'
  if (!isEmptyBlock || width === undefined || height === undefined) return new Html(withFractions(drawing))
  const step = Math.max(1, Math.ceil(Math.max(width, height) / MOST_LINES))
  const caption = `One square is ${inchesText(step)}. Print it and draw.`
  return squared({ width, height }, { step, label: describeItem(item), caption })
}

/** Says what an item without a drawing needs next. */
function hintOf({ geometryStatus }: Asset, resource: AssetResource): string | undefined {
  if (resource === 'swatches') return undefined
  if (geometryStatus === 'unavailable') return 'There is no drawing of it; it may be a photo.'
  if (geometryStatus !== 'empty') return undefined
  return resource === 'blocks'
    ? 'It has no pieces yet. Draw it in the editor of your quilting application, or ask your assistant which blocks have this size.'
    : 'It has no blocks yet. What to buy is by its size alone.'
}

async function itemAsked({ runner, path, caller }: OwnVisit, includeGeometry: boolean) {
  const resource = resourceOf(path('resource'))
  if (resource === undefined) throw notFound()
  const input = { resource, id: path('id'), includeGeometry }
  const { data, draw } = await runner.run(tools.getAsset, input, caller)
  return { resource, item: data.asset, draw }
}

/** A drawing takes up to 80 ms, and a page may show many of them. */
const ownTurn = createTurns({ rests: true })

async function drawn(request: OwnVisit): Promise<string> {
  const { draw } = await itemAsked(request, false)
  if (draw === undefined) throw notFound()
  await ownTurn()
  const { svg } = await draw({ edges: false })
  // Without colours, the pattern of light and dark remains.
  return request.query('in') === 'grey' ? svg.replace(/#[0-9A-F]{6}\b/g, greyOf) : svg
}

export const itemSvg: OwnPage = async (request) => privateFile('image/svg+xml', await drawn(request))

export const itemPng: OwnPage = async (request) => {
  const picture = await renderPng(await drawn(request), { of: request.caller.userId })
  if (picture === undefined) throw overloaded()
  return privateFile('image/png', Uint8Array.from(picture))
}

export const itemPage: OwnPage = async (request) => {
  const { resource, item, draw } = await itemAsked(request, true)
  const { geometry, gridRows, gridCols, blockSize, shapeCount, layoutMode } = item
  const isSwatch = resource === 'swatches'
  const colorHex = isSwatch ? item.colorHex : undefined
  const drawing = (await draw?.({ edges: true }))?.svg
  const project = await projectOf(request, item.projectId)
  const path = `${PATHS.editor(resource, item.id)}/drawing`
  const hint = hintOf(item, resource)
  const isDrawn = drawing !== undefined && ['complete', 'truncated'].includes(item.geometryStatus ?? '')
  const nearest = colorHex && (await request.search({ query: colorHex }, 6)).items
  return {
    title: `${item.name}, ${ASSET_KINDS[resource]}`,
    trail: project === undefined ? [] : [[PATHS.project(project.id), project.name]],
    heading: false,
    main: html`<div class="split item"><div class="picture">${shownPicture(item, drawing)}${isDrawn && fragmentOf('drawing-files.html', { path })}</div><div>
<h1>${item.name}</h1>
${item.description && html`<p class="notes">${item.description}</p>`}
${hint && html`<p class="hint">${hint}</p>`}
${facts([
  ['Finished size', sizeOf(item)],
  ['Pieces', shapeCount !== undefined && grouped(shapeCount)],
  [resource === 'blocks' ? 'Grid' : 'Rows and columns', gridRows && gridCols && `${gridRows} × ${gridCols}`],
  ['Block size', blockSize && inchesText(blockSize)],
  ['Layout', layoutMode && capitalized(layoutMode.replace('-', ' '))],
  ['Colour', isSwatch && (colorHex ? html`<code>${colorHex}</code>, approximate` : 'not known')],
  ['Tags', item.tags?.join(', ')],
  ['Archived', item.archived && 'yes'],
])}
${colorHex && html`<p>${button(PATHS.palette([colorHex]), 'Begin a palette')}</p>`}
${geometry && geometry.palette.length > 0 && !isSwatch && clothList(geometry.palette)}
</div></div>
${geometry && amountsOf(geometry)}
${nearest && section('Nearest fabrics', swatchGrid(nearest, { asked: colorHex }))}`,
  }
}
