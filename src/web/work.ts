import type * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import { type Html, html } from '../core/html.ts'
import { ASSET_RESOURCES, type AssetResource } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import type { Caller } from '../core/tool.ts'
import { inchesNumber } from '../design/index.ts'
import { chip } from './cloth.ts'
import type { OwnPage, Sources } from './page-access.ts'
import { button, counted, leadOn, list, section, tile, trail } from './parts.ts'
import { PATHS } from './paths.ts'

/** An item as the tools answer it. */
export type Asset = z.output<typeof tools.getAsset.output>['asset']
type Project = Omit<z.output<typeof tools.listMyProjects.output>['projects'][number], 'url'>
type Listed = z.output<typeof tools.listMyAssets.output>

/** Quilts come first, because people look for them most. */
const SHOWN = ['quilts', 'blocks', 'patterns', 'swatches'] as const

export const isResource = (text: string): text is AssetResource =>
  ASSET_RESOURCES.some((each) => each === text)

export const WORK = [PATHS.projects, 'Your work'] as const

const titleOf = (resource: AssetResource) => `${resource[0]?.toUpperCase()}${resource.slice(1)}`

const toEighth = (inches: number) => Math.round(inches * 8) / 8

/** The finished size in eighths, as rulers have them: `12½ × 12½″`. What is between two eighths is said. */
export function sizeOf({ width, height }: Asset): string | undefined {
  if (width === undefined || height === undefined) return undefined
  const isExact = [width, height].every((side) => Math.abs(side - toEighth(side)) < 0.011)
  return `${isExact ? '' : 'about '}${inchesNumber(toEighth(width))} × ${inchesNumber(toEighth(height))}″`
}

/** @param size of the room for it, in pixels. */
export const drawingOf = (resource: AssetResource, id: string, size = 320): Html =>
  html`<img src="${PATHS.editor(resource, id)}/drawing.svg" alt="" width="${size}" height="${size}" loading="lazy">`

function tiles(resource: AssetResource, items: readonly Asset[]): Html {
  const one = (item: Asset) =>
    tile(
      PATHS.editor(resource, item.id),
      resource === 'swatches' ? chip(item.colorHex) : drawingOf(resource, item.id),
      item.name,
      [sizeOf(item), item.shapeCount === 0 && 'no pieces yet', item.archived && 'archived'],
    )
  return html`<ul class="tiles ${resource}">${items.map(one)}</ul>`
}

const SAY_PROJECT = '“Make a project for my niece’s quilt.”'
const SAY_BLOCK = '“Start a 12 inch block called Harvest Star.”'

/** What stands in the place of items where there are none. */
const nothingOf = (resource: AssetResource): Html =>
  html`<p class="sub">No ${resource} yet.${resource === 'blocks' && ` Ask your assistant: ${SAY_BLOCK}`}</p>`

/** How many items of each resource the page of all work shows. */
const ON_A_SHELF = 12
const MOST_ITEMS = 50

type ListOptions = Pick<z.input<typeof tools.listMyAssets.input>, 'projectId' | 'cursor'>

async function itemsOf({ runner }: Sources, caller: Caller, resource: AssetResource, more: ListOptions) {
  return (await runner.run(tools.listMyAssets, { resource, limit: MOST_ITEMS, ...more }, caller)).data
}

const shelves = (from: Sources, caller: Caller, more: ListOptions = {}) =>
  Promise.all(SHOWN.map((resource) => itemsOf(from, caller, resource, more)))

/** Items as tiles. What was archived stands apart, folded away. */
function withArchive<Item extends { readonly archived?: boolean | undefined }>(
  name: string,
  items: readonly Item[],
  tilesOf: (items: readonly Item[]) => Html,
  more?: Html | false,
): Html {
  const archived = items.filter((item) => item.archived === true)
  return html`${tilesOf(items.filter((item) => item.archived !== true))}${more}${
    archived.length > 0 &&
    html`<details class="archive"><summary>Archived ${name}: <b>${archived.length}</b></summary>${tilesOf(archived)}</details>`
  }`
}

/** The items of one resource as a grid of pictures, with a link to the rest. */
function shelf({ resource, assets, cursor }: Listed, most = MOST_ITEMS, project?: string): Html {
  const current = assets.filter(({ archived }) => archived !== true)
  const all = leadOn(PATHS.work({ show: resource, project }), `All ${resource}`)
  const isCut = cursor !== null || current.length > most
  const content = withArchive(
    resource,
    assets,
    (items) => tiles(resource, items.slice(0, most)),
    isCut && all,
  )
  return section(titleOf(resource), assets.length === 0 ? nothingOf(resource) : content)
}

const colorsOf = (listed: readonly Listed[]) =>
  listed.flatMap(({ assets }) => assets.map(({ colorHex }) => colorHex))

/** The projects, each with its newest drawn item as a cover, quilts first. */
function projectTiles(projects: readonly Project[], listed: readonly Listed[]): Html {
  const drawn = listed
    .filter(({ resource }) => resource !== 'swatches')
    .flatMap(({ resource, assets }) => assets.map((item) => ({ resource, item })))
    .filter(({ item }) => item.shapeCount !== 0)
  const one = ({ id, name }: Project) => {
    const cover = drawn.find(({ item }) => item.projectId === id)
    const picture = cover && drawingOf(cover.resource, cover.item.id)
    return tile(PATHS.project(id), picture ?? html`<span class="no-cover"></span>`, name)
  }
  return html`<ul class="tiles projects">${projects.map(one)}</ul>`
}

const EMPTY_ACCOUNT = html`<div class="message"><h1>A clean cutting table</h1>
<p>There is nothing in your account yet. Your assistant can start things for you. Say, for example:</p>
${list('sayings', [SAY_PROJECT, SAY_BLOCK])}
<p>${button('/#connect', 'Connect your assistant')}</p></div>`

/** `/projects`: the projects with their covers, and the newest items of each resource. */
export const projectsPage: OwnPage = async (from, asked, caller) => {
  if (asked.query('show') !== undefined) return resourcePage(from, asked, caller)
  const cursor = asked.query('cursor')
  const { data } = await from.runner.run(tools.listMyProjects, { limit: MOST_ITEMS, cursor }, caller)
  const { projects, cursor: older } = data
  const listed = cursor === undefined ? await shelves(from, caller) : []
  const isEmpty = projects.length === 0 && listed.every(({ assets }) => assets.length === 0)
  const lead = older !== null && leadOn(PATHS.work({ cursor: older }), 'Older projects')
  const shown =
    projects.length === 0
      ? html`<p class="sub">No projects yet. Ask your assistant: ${SAY_PROJECT}</p>`
      : withArchive('projects', projects, (some) => projectTiles(some, listed), lead)
  return {
    title: 'Your work',
    colors: colorsOf(listed),
    main: isEmpty
      ? EMPTY_ACCOUNT
      : html`<h1>Your work</h1>
${section('Projects', shown)}
${listed.map((each) => shelf(each, ON_A_SHELF))}`,
  }
}

/** `/projects?show=…`: all items of one resource, page by page. */
const resourcePage: OwnPage = async (from, asked, caller) => {
  const [show = '', project] = [asked.query('show'), asked.query('project')]
  if (!isResource(show)) throw notFound()
  const more = { projectId: project, cursor: asked.query('cursor') }
  const { resource, assets, cursor } = await itemsOf(from, caller, show, more)
  const older = PATHS.work({ show: resource, project, cursor: cursor ?? undefined })
  return {
    title: `Your ${resource}`,
    colors: assets.map(({ colorHex }) => colorHex),
    main: html`${trail(WORK)}<h1>${titleOf(resource)}</h1>
${assets.length === 0 ? nothingOf(resource) : tiles(resource, assets)}
${cursor !== null && leadOn(older, `Older ${resource}`)}`,
  }
}

/** A project that the person is in; `undefined` if there is none. */
export async function projectOf({ projects }: Sources, id: string | undefined, caller: Caller) {
  const found = id === undefined ? undefined : await projects.get(caller.userId, id)
  return found && { ...found, name: visibleText(found.name) }
}

/** `/projects/{id}`: the person's own items in the project. */
export const projectPage: OwnPage = async (from, asked, caller) => {
  const project = await projectOf(from, asked.path('id'), caller)
  if (project === undefined) throw notFound()
  const listed = await shelves(from, caller, { projectId: project.id })
  const full = listed.filter(({ assets }) => assets.length > 0)
  const count = full.reduce((sum, { assets }) => sum + assets.length, 0)
  const items = html`<p class="lead">${counted(count, 'item')} of yours.</p>${full.map((each) => shelf(each, MOST_ITEMS, project.id))}`
  return {
    title: project.name,
    colors: colorsOf(listed),
    main: html`${trail(WORK)}
<h1>${project.name}</h1>
${project.archived && html`<p class="sub">Archived</p>`}
${
  count > 0
    ? items
    : html`<p class="lead">Nothing of yours is in this project yet.</p><p>Blocks and quilts are put into a project in the editor. Your assistant can start a block for you, but it cannot move one here.</p>`
}`,
  }
}
