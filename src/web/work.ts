import type * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import type { AssetResource } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import { sizeText } from '../design/index.ts'
import type { Page } from './frame.ts'
import type { OwnPage, OwnVisit } from './handlers.ts'
import { fragmentOf, type Html, html } from './html.ts'
import { capitalized, chip, leadOn, section, tile, tiles } from './parts.ts'
import { PATHS } from './paths.ts'

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

const ON_A_SHELF = 12
const MOST_ITEMS = 50

function shelf({ resource, assets, cursor }: Listed, most: number, project?: string): Html {
  const hasMore = cursor !== null || assets.length > most
  return section(
    capitalized(resource),
    itemTiles(resource, assets.slice(0, most)),
    hasMore && leadOn(PATHS.work({ show: resource, project }), `All ${resource}`),
  )
}

/** Each project with its newest drawn item as a cover, quilts first. */
function projectTiles(projects: readonly Project[], listed: readonly Listed[]): Html {
  const covers = new Map<string | undefined, Html>()
  for (const { resource, assets } of listed)
    for (const { id, projectId, shapeCount } of assets)
      if (resource !== 'swatches' && shapeCount !== 0 && !covers.has(projectId))
        covers.set(projectId, drawingOf(resource, id))
  const shown = projects.map(({ id, name }) =>
    tile(PATHS.project(id), covers.get(id) ?? html`<span class="chip no-cover"></span>`, name),
  )
  return tilesOf('projects', shown)
}

async function itemsOf(
  { runner, caller }: OwnVisit,
  resource: AssetResource,
  projectId?: string,
  cursor?: string,
): Promise<Listed> {
  const input = { resource, limit: MOST_ITEMS, projectId, cursor }
  return (await runner.run(tools.listMyAssets, input, caller)).data
}

const itemsOfEachKind = (request: OwnVisit, projectId?: string) =>
  Promise.all(SHOWN.map((resource) => itemsOf(request, resource, projectId)))

/** May be longer than `query` allows. */
const cursorIn = ({ event }: OwnVisit) => event.url.searchParams.get('cursor') || undefined

async function resourcePage(request: OwnVisit, show: string): Promise<Page> {
  const resource = resourceOf(show)
  if (resource === undefined) throw notFound()
  const project = request.query('project')
  const { assets, cursor } = await itemsOf(request, resource, project, cursorIn(request))
  const older = cursor !== null && leadOn(PATHS.work({ show, project, cursor }), `Older ${show}`)
  return { title: `Your ${show}`, trail: [], main: [itemTiles(resource, assets), older] }
}

export const projectsPage: OwnPage = async (request) => {
  const { runner, caller, query } = request
  const show = query('show')
  if (show !== undefined) return resourcePage(request, show)
  const after = cursorIn(request)
  const { data } = await runner.run(tools.listMyProjects, { limit: MOST_ITEMS, cursor: after }, caller)
  const { projects, cursor } = data
  const listed = after === undefined ? await itemsOfEachKind(request) : []
  if (projects.length === 0 && listed.every(({ assets }) => assets.length === 0))
    return { title: 'A clean cutting table', main: fragmentOf('empty-account.html') }
  const archived = projects.filter((project) => project.archived)
  const apart = html`<details><summary>Archived projects: <b>${archived.length}</b></summary>${projectTiles(archived, listed)}</details>`
  return {
    title: 'Your work',
    main: [
      section(
        'Projects',
        projectTiles(
          projects.filter((project) => !project.archived),
          listed,
        ),
        cursor !== null && leadOn(PATHS.work({ cursor }), 'Older projects'),
        archived.length > 0 && apart,
      ),
      listed.map((each) => shelf(each, ON_A_SHELF)),
    ],
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
  const full = (await itemsOfEachKind(request, id)).filter(({ assets }) => assets.length > 0)
  const shelves = full.map((each) => shelf(each, MOST_ITEMS, id))
  return {
    title: name,
    trail: [],
    lead: archived ? 'Archived' : undefined,
    main: shelves.length > 0 ? shelves : fragmentOf('empty-project.html'),
  }
}
