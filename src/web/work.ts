import type * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import type { AssetResource } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import { sizeText } from '../design/index.ts'
import { chip, tile, tiles } from './cloth.ts'
import { fragmentOf } from './fragments.ts'
import type { OwnPage, OwnVisit } from './handlers.ts'
import { type Html, html } from './html.ts'
import { leadOn, section } from './parts.ts'
import { PATHS } from './paths.ts'
import { capitalized, counted } from './words.ts'

export type Asset = z.output<typeof tools.getAsset.output>['asset']
type Project = z.output<typeof tools.listMyProjects.output>['projects'][number]
type Listed = z.output<typeof tools.listMyAssets.output>

/** People look for quilts most. */
const SHOWN = ['quilts', 'blocks', 'patterns', 'swatches'] as const

export const resourceOf = (text: string | undefined): AssetResource | undefined =>
  SHOWN.find((each) => each === text)

const toEighth = (inches: number) => Math.round(inches * 8) / 8

/** In eighths, as rulers have them: `12½ × 12½″`, with "about" if a side is between two. */
export function sizeOf({ width, height }: Asset): string | undefined {
  if (width === undefined || height === undefined) return undefined
  const size = sizeText({ width: toEighth(width), height: toEighth(height) })
  return size === sizeText({ width, height }) ? `${size}″` : `about ${size}″`
}

export const drawingOf = (resource: AssetResource, id: string): Html =>
  html`<img src="${PATHS.editor(resource, id)}/drawing.svg" alt="" width="320" height="320" loading="lazy">`

/** Things of a kind as tiles, or that there are none. */
const tilesOf = (kind: string, items: readonly Html[]): Html =>
  items.length > 0 ? tiles(kind, items) : html`<p class="sub">No ${kind} yet.</p>`

function itemTiles(resource: AssetResource, items: readonly Asset[]): Html {
  const shown = items.map((item) => {
    const { id, name, shapeCount, archived, colorHex } = item
    const picture = resource === 'swatches' ? chip(colorHex) : drawingOf(resource, id)
    const more = [sizeOf(item), shapeCount === 0 && 'no pieces yet', archived && 'archived']
    return tile(PATHS.editor(resource, id), picture, name, ...more)
  })
  return tilesOf(resource, shown)
}

/** Each project with its newest drawn item as a cover, quilts first. */
function projectTiles(projects: readonly Project[], listed: readonly Listed[]): Html {
  const drawn = listed
    .filter(({ resource }) => resource !== 'swatches')
    .flatMap(({ resource, assets }) => assets.map((item) => ({ resource, item })))
    .filter(({ item }) => item.shapeCount !== 0)
  const shown = projects.map(({ id, name }) => {
    const cover = drawn.find(({ item }) => item.projectId === id)
    const picture = cover && drawingOf(cover.resource, cover.item.id)
    return tile(PATHS.project(id), picture ?? html`<span class="chip no-cover"></span>`, name)
  })
  return tilesOf('projects', shown)
}

const ON_A_SHELF = 12
const MOST_ITEMS = 50

/** Archived items come last. */
function shelf({ resource, assets, cursor }: Listed, most = MOST_ITEMS, project?: string): Html {
  const items = [...assets.filter(({ archived }) => !archived), ...assets.filter(({ archived }) => archived)]
  return section(
    capitalized(resource),
    itemTiles(resource, items.slice(0, most)),
    (cursor !== null || items.length > most) &&
      leadOn(PATHS.work({ show: resource, project }), `All ${resource}`),
  )
}

const cursorIn = ({ event }: OwnVisit) => event.url.searchParams.get('cursor') || undefined

type ListOptions = Pick<z.input<typeof tools.listMyAssets.input>, 'projectId' | 'cursor'>

async function itemsOf({ runner, caller }: OwnVisit, resource: AssetResource, more: ListOptions) {
  return (await runner.run(tools.listMyAssets, { resource, limit: MOST_ITEMS, ...more }, caller)).data
}

const itemsOfEachKind = (request: OwnVisit, more: ListOptions = {}) =>
  Promise.all(SHOWN.map((resource) => itemsOf(request, resource, more)))

export const projectsPage: OwnPage = async (request) => {
  const { runner, caller, query } = request
  if (query('show') !== undefined) return resourcePage(request)
  const cursor = cursorIn(request)
  const { data } = await runner.run(tools.listMyProjects, { limit: MOST_ITEMS, cursor }, caller)
  const { projects, cursor: older } = data
  const listed = cursor === undefined ? await itemsOfEachKind(request) : []
  if (projects.length === 0 && listed.every(({ assets }) => assets.length === 0))
    return { title: 'A clean cutting table', main: fragmentOf('empty-account.html') }
  const current = projects.filter(({ archived }) => !archived)
  const archived = projects.filter((project) => project.archived)
  return {
    title: 'Your work',
    main: [
      section(
        'Projects',
        projectTiles(current, listed),
        older !== null && leadOn(PATHS.work({ cursor: older }), 'Older projects'),
        archived.length > 0 &&
          html`<details><summary>Archived projects: <b>${archived.length}</b></summary>${projectTiles(archived, listed)}</details>`,
      ),
      listed.map((each) => shelf(each, ON_A_SHELF)),
    ],
  }
}

const resourcePage: OwnPage = async (request) => {
  const { query } = request
  const [show, project, cursor] = [resourceOf(query('show')), query('project'), cursorIn(request)]
  if (show === undefined) throw notFound()
  const { assets, cursor: older } = await itemsOf(request, show, { projectId: project, cursor })
  return {
    title: `Your ${show}`,
    trail: [],
    main: html`${itemTiles(show, assets)}
${older !== null && leadOn(PATHS.work({ show, project, cursor: older }), `Older ${show}`)}`,
  }
}

/** `undefined` if the person is in no such project. */
export async function projectOf({ projects, caller }: OwnVisit, id: string | undefined) {
  const found = id === undefined ? undefined : await projects.get(caller.userId, id)
  return found && { ...found, name: visibleText(found.name) }
}

export const projectPage: OwnPage = async (request) => {
  const project = await projectOf(request, request.path('id'))
  if (project === undefined) throw notFound()
  const { id, name, archived } = project
  const full = (await itemsOfEachKind(request, { projectId: id })).filter(({ assets }) => assets.length > 0)
  const count = full.reduce((sum, { assets }) => sum + assets.length, 0)
  const size = `${counted(count, 'item')} of yours.`
  return {
    title: name,
    trail: [],
    lead: count === 0 ? 'Nothing of yours is in this project yet.' : size,
    main: html`${archived && html`<p class="sub">Archived</p>`}
${count === 0 ? fragmentOf('empty-project.html') : full.map((each) => shelf(each, MOST_ITEMS, id))}`,
  }
}
