import { type AnswerOf, tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import { ASSET_KINDS, type AssetResource } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import type { Draw } from '../core/tool.ts'
import { createTurns } from '../core/turns.ts'
import { cutAndBuy, describeItem, type Geometry, inchesText, renderPng, sizeText } from '../design/index.ts'
import { greyOf } from './colours.ts'
import { fileReply, NOT_KEPT, type OwnPage, type OwnRequest } from './handlers.ts'
import {
  type Child,
  capitalized,
  chip,
  counted,
  dot,
  facts,
  fragmentOf,
  grouped,
  Html,
  html,
  leadOn,
  link,
  list,
  section,
  squared,
  tile,
  tiles,
  withFractions,
} from './html.ts'
import { PATHS } from './paths.ts'

type Asset = AnswerOf<'getAsset'>['asset']
type Listed = AnswerOf<'listMyAssets'>

/** People look for quilts most. */
const RESOURCES = ['quilts', 'blocks', 'patterns', 'swatches'] as const

const toEighth = (inches: number) => Math.round(inches * 8) / 8

/** In eighths, as rulers have them: `12½ × 12½″`, with "about" if a side is between two. */
function sizeOf({ width, height }: Asset) {
  if (width === undefined || height === undefined) return undefined
  const size = sizeText({ width: toEighth(width), height: toEighth(height) })
  return size === sizeText({ width, height }) ? `${size}″` : `about ${size}″`
}

const drawingOf = (resource: AssetResource, id: string) =>
  html`<img src="${PATHS.editor(resource, id)}/drawing.svg" alt="" width="320" height="320" loading="lazy">`

/** The most that a tool lists at once. */
const MOST_SHOWN = 50

const tilesOf = (kind: string, items: readonly Html[]) =>
  items.length > 0 ? tiles(kind, items) : html`<p class="sub">No ${kind} yet.</p>`

const newestOnly = (kind: string) =>
  html`<p class="sub">The newest ${MOST_SHOWN} are shown. Your assistant finds older ${kind} by name.</p>`

function sectionOf({ resource, assets, truncated }: Listed) {
  const shown = assets.map((item) => {
    const { id, name, shapeCount, archived, colorHex } = item
    const picture = resource === 'swatches' ? chip(colorHex) : drawingOf(resource, id)
    const more = [sizeOf(item), shapeCount === 0 && 'no pieces yet', archived && 'archived']
    return tile(PATHS.editor(resource, id), picture, name, ...more)
  })
  return section(capitalized(resource), tilesOf(resource, shown), truncated && newestOnly(resource))
}

const itemsOfEachKind = ({ runner, caller }: OwnRequest, projectId?: string) =>
  Promise.all(
    RESOURCES.map(async (resource) => {
      const input = { resource, limit: MOST_SHOWN, projectId }
      return (await runner.run(tools.listMyAssets, input, caller)).data
    }),
  )

export const projectsPage: OwnPage = async (request) => {
  const { runner, caller } = request
  const { projects, truncated } = (await runner.run(tools.listMyProjects, { limit: MOST_SHOWN }, caller)).data
  const listed = await itemsOfEachKind(request)
  if (projects.length === 0 && listed.every(({ assets }) => assets.length === 0))
    return { title: 'A clean cutting table', main: fragmentOf('empty-account.html') }
  const drawn = listed.flatMap(({ resource, assets }) =>
    assets.flatMap(({ id, projectId, shapeCount }) =>
      resource === 'swatches' || shapeCount === 0 ? [] : { projectId, cover: drawingOf(resource, id) },
    ),
  )
  /** Each with its newest drawn item as a cover, quilts first. */
  const covered = (some: typeof projects) => {
    const shown = some.map(({ id, name }) => {
      const cover = drawn.find(({ projectId }) => projectId === id)?.cover
      return tile(PATHS.project(id), cover ?? html`<span class="chip no-cover"></span>`, name)
    })
    return tilesOf('projects', shown)
  }
  const current = projects.filter(({ archived }) => !archived)
  const archived = projects.filter(({ archived }) => archived)
  const apart = html`<details><summary>Archived projects: <b>${archived.length}</b></summary>${covered(archived)}</details>`
  const more = [truncated && newestOnly('projects'), archived.length > 0 && apart]
  return { title: 'Your work', main: [section('Projects', covered(current), more), listed.map(sectionOf)] }
}

/** `undefined` if the person is in no such project. */
async function projectOf({ projects, caller }: OwnRequest, id = '') {
  const found = await projects.get(caller.userId, id)
  return found && { ...found, name: visibleText(found.name) }
}

export const projectPage: OwnPage = async (request) => {
  const project = await projectOf(request, request.path('id'))
  if (project === undefined) throw notFound()
  const { id, name, archived } = project
  const listed = await itemsOfEachKind(request, id)
  const sections = listed.filter(({ assets }) => assets.length > 0).map(sectionOf)
  return {
    title: name,
    trail: [],
    lead: archived ? 'Archived' : undefined,
    main: sections.length > 0 ? sections : fragmentOf('empty-project.html'),
  }
}

function clothOf({ hex, closest }: Geometry['palette'][number]) {
  if (closest === undefined) return html`${dot(hex)}<code>${hex}</code>`
  const { name, collection, sku, difference } = closest
  const line = [collection, sku].filter(Boolean).join(', ')
  const near = difference >= 1 && ` · difference\u00a0${difference}`
  return html`${dot(hex)}<span>${link(PATHS.fabric(closest), name)}<span class="sub">${line}</span><span class="sub"><code>${hex}</code>${near}</span></span>`
}

/** What to buy and to cut, by fabric (D41). */
function amountsOf(geometry: Geometry) {
  const { cuts, purchases, assumed, notCounted, slots } = cutAndBuy(geometry)
  const nameOf = (slot = '') => {
    const known = slots.get(slot)
    return known ? html`${dot(known.hex)}${known.closest?.name ?? known.hex}` : 'Fabric not chosen'
  }
  const bought = purchases.map(({ slot, what, amount }) => {
    const name = slot === undefined ? capitalized(what) : nameOf(slot)
    return [name, withFractions(amount)] as const
  })
  const reserve = html`<p class="sub">${withFractions(assumed)} Take about 10 % more for slips.</p>`
  const fabrics = [...Map.groupBy(cuts, ({ slot }) => slot)].map(([slot, pieces]) => {
    const rows = pieces.map(
      ({ what, cut, finished }) =>
        html`<tr><td>${what}</td><td>${withFractions(cut)}</td><td class="number">${withFractions(finished)}″</td></tr>`,
    )
    return html`<tbody><tr><th colspan="3" scope="rowgroup">${nameOf(slot)}</th></tr>${rows}</tbody>`
  })
  return html`${assumed && section('What to buy', facts(bought), reserve)}
${fabrics.length > 0 && fragmentOf('what-to-cut.html', { fabrics })}
${notCounted && html`<p class="hint">${withFractions(notCounted)}</p>`}`
}

function blocksOf(geometry: Geometry): Child {
  if (!('placements' in geometry) || geometry.blocks.length === 0) return undefined
  const blocks = geometry.blocks.flatMap(({ blockId: id, count, name }) =>
    // Nobody can open a block that was removed.
    name === undefined
      ? []
      : tile(PATHS.editor('blocks', id), drawingOf('blocks', id), name, `placed ${counted(count, 'time')}`),
  )
  return html`<section class="blocks"><h2>Blocks in it</h2><p class="sub">Shown in their own fabrics.</p>${tiles('small', blocks)}</section>`
}

const MOST_SQUARES_ACROSS = 60

/** A block without pieces is squared paper, with squares of one inch or more. */
function pictureOf(resource: AssetResource, item: Asset, drawing?: Awaited<ReturnType<Draw>>): Child {
  const { id, width, height, colorHex } = item
  if (drawing === undefined) return chip(colorHex)
  // Only the sizes at its edges: its label has the name.
  const picture = new Html(drawing.svg.replace(/>[^<]+″</g, (size) => withFractions(size)))
  const path = `${PATHS.editor(resource, id)}/drawing`
  if (drawing.lacks === undefined) return [picture, fragmentOf('drawing-files.html', { path })]
  if (drawing.lacks !== 'pieces' || width === undefined || height === undefined) return picture
  const step = Math.max(1, Math.ceil(Math.max(width, height) / MOST_SQUARES_ACROSS))
  const caption = `One square is ${inchesText(step)}. Print it and draw.`
  return squared({ width, height }, step, describeItem(item), caption)
}

function hintOf({ geometryStatus }: Asset, resource: AssetResource): string | undefined {
  if (geometryStatus === 'unavailable') return 'There is no drawing of it; it may be a photo.'
  if (geometryStatus !== 'empty') return undefined
  return resource === 'blocks'
    ? 'It has no pieces yet. Draw it in your quilting application, or ask your assistant which blocks have this size.'
    : 'It has no blocks yet. What to buy is by its size alone.'
}

async function itemAsked({ runner, path, caller }: OwnRequest, includeGeometry: boolean) {
  const resource = RESOURCES.find((each) => each === path('resource'))
  if (resource === undefined) throw notFound()
  const input = { resource, id: path('id'), includeGeometry }
  const { data, draw } = await runner.run(tools.getAsset, input, caller)
  return { resource, item: data.asset, draw }
}

/** A drawing takes up to 80 ms, and a page may show many of them. The reading of its design rests after it. */
const inTurn = createTurns({ rests: false })
/** Longer, and a server that stops would not answer in time. */
const MOST_WAIT_MS = 6_000

async function drawingAsked(request: OwnRequest): Promise<string> {
  const { draw } = await itemAsked(request, false)
  if (draw === undefined) throw notFound()
  const { caller, event } = request
  const tooLong = AbortSignal.timeout(MOST_WAIT_MS)
  // A browser that leaves closes its half of the connection.
  const isOver = () => tooLong.aborted || event.req.runtime?.node?.req.socket.readable === false
  const { svg } = await inTurn(caller.userId, () => draw({ edges: false }), isOver)
  // Without colours, the pattern of light and dark remains.
  return request.query('in') === 'grey' ? svg.replace(/#[0-9A-F]{6}\b/g, greyOf) : svg
}

const PRIVATE = {
  ...NOT_KEPT,
  // A drawing that is opened by itself may load and run nothing.
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
}

export const itemSvg: OwnPage = async (request) =>
  fileReply('image/svg+xml', await drawingAsked(request), PRIVATE)

export const itemPng: OwnPage = async (request) => {
  const picture = await renderPng(await drawingAsked(request), { of: request.caller.userId })
  return fileReply('image/png', Uint8Array.from(picture), PRIVATE)
}

export const itemPage: OwnPage = async (request) => {
  const { resource, item, draw } = await itemAsked(request, true)
  const { name, description, geometry, colorHex, gridRows, gridCols, shapeCount } = item
  const hint = hintOf(item, resource)
  const palette = geometry?.palette ?? []
  const match = leadOn(PATHS.palette(palette.map(({ hex }) => hex)), 'Match these fabrics')
  const project = await projectOf(request, item.projectId)
  return {
    title: `${name}, ${ASSET_KINDS[resource]}`,
    trail: project === undefined ? [] : [[PATHS.project(project.id), project.name]],
    heading: false,
    main: html`<div class="split item"><div class="picture">${pictureOf(resource, item, await draw?.({ edges: true }))}</div><div>
<h1>${name}</h1>
${description && html`<p class="notes">${description}</p>`}
${hint && html`<p class="hint">${hint}</p>`}
${facts([
  ['Finished size', sizeOf(item)],
  ['Pieces', shapeCount !== undefined && grouped(shapeCount)],
  [resource === 'blocks' ? 'Grid' : 'Rows and columns', gridRows && gridCols && `${gridRows} × ${gridCols}`],
  ['Block size', item.blockSize && inchesText(item.blockSize)],
  ['Layout', item.layoutMode && capitalized(item.layoutMode.replace('-', ' '))],
  ['Colour', colorHex && html`<code>${colorHex}</code>, approximate`],
  ['Tags', item.tags?.join(', ')],
  ['Archived', item.archived && 'yes'],
])}
${palette.length > 0 && section('Fabrics', list('palette grid', palette.map(clothOf)), match)}
</div></div>
${geometry && [amountsOf(geometry), blocksOf(geometry)]}`,
  }
}
