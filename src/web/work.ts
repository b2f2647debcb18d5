import type * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import type { AssetResource } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import { sizeText } from '../design/index.ts'
import type { OwnPage, OwnVisit } from './handlers.ts'
import { capitalized, chip, fragmentOf, type Html, html, section, tile, tiles } from './html.ts'
import { PATHS } from './paths.ts'

export type Asset = z.output<typeof tools.getAsset.output>['asset']
type Listed = z.output<typeof tools.listMyAssets.output>

/** People look for quilts most. */
export const RESOURCES = ['quilts', 'blocks', 'patterns', 'swatches'] as const

const toEighth = (inches: number) => Math.round(inches * 8) / 8

/** In eighths, as rulers have them: `12½ × 12½″`, with "about" if a side is between two. */
export function sizeOf({ width, height }: Asset): string | undefined {
  if (width === undefined || height === undefined) return undefined
  const size = sizeText({ width: toEighth(width), height: toEighth(height) })
  return size === sizeText({ width, height }) ? `${size}″` : `about ${size}″`
}

export const drawingOf = (resource: AssetResource, id: string): Html =>
  html`<img src="${PATHS.editor(resource, id)}/drawing.svg" alt="" width="320" height="320" loading="lazy">`

/** The most that a tool lists at once. */
const MOST_SHOWN = 50

const tilesOf = (kind: string, items: readonly Html[]): Html =>
  items.length > 0 ? tiles(kind, items) : html`<p class="sub">No ${kind} yet.</p>`

const newestOnly = (kind: string): Html =>
  html`<p class="sub">The newest ${MOST_SHOWN} are shown. Your assistant finds older ${kind} by name.</p>`

function shelf({ resource, assets, truncated }: Listed): Html {
  const shown = assets.map((item) => {
    const { id, name, shapeCount, archived, colorHex } = item
    const picture = resource === 'swatches' ? chip(colorHex) : drawingOf(resource, id)
    const more = [sizeOf(item), shapeCount === 0 && 'no pieces yet', archived && 'archived']
    return tile(PATHS.editor(resource, id), picture, name, ...more)
  })
  return section(capitalized(resource), tilesOf(resource, shown), truncated && newestOnly(resource))
}

const itemsOfEachKind = ({ runner, caller }: OwnVisit, projectId?: string): Promise<Listed[]> =>
  Promise.all(
    RESOURCES.map(async (resource) => {
      const input = { resource, limit: MOST_SHOWN, projectId }
      return (await runner.run(tools.listMyAssets, input, caller)).data
    }),
  )

export const projectsPage: OwnPage = async (request) => {
  const { runner, caller } = request
  const { data } = await runner.run(tools.listMyProjects, { limit: MOST_SHOWN }, caller)
  const { projects, truncated } = data
  const listed = await itemsOfEachKind(request)
  if (projects.length === 0 && listed.every(({ assets }) => assets.length === 0))
    return { title: 'A clean cutting table', main: fragmentOf('empty-account.html') }
  const drawn = listed.flatMap(({ resource, assets }) =>
    assets.flatMap(({ id, projectId, shapeCount }) =>
      resource === 'swatches' || shapeCount === 0 ? [] : { projectId, cover: drawingOf(resource, id) },
    ),
  )
  /** Each with its newest drawn item as a cover, quilts first. */
  const shown = (some: typeof projects) => {
    const covered = some.map(({ id, name }) => {
      const cover = drawn.find(({ projectId }) => projectId === id)?.cover
      return tile(PATHS.project(id), cover ?? html`<span class="chip no-cover"></span>`, name)
    })
    return tilesOf('projects', covered)
  }
  const { archived = [], current = [] } = Object.groupBy(projects, (each) =>
    each.archived ? 'archived' : 'current',
  )
  const apart = html`<details><summary>Archived projects: <b>${archived.length}</b></summary>${shown(archived)}</details>`
  const more = [truncated && newestOnly('projects'), archived.length > 0 && apart]
  return { title: 'Your work', main: [section('Projects', shown(current), more), listed.map(shelf)] }
}

/** `undefined` if the person is in no such project. */
export async function projectOf({ projects, caller }: OwnVisit, id = '') {
  const found = await projects.get(caller.userId, id)
  return found && { ...found, name: visibleText(found.name) }
}

export const projectPage: OwnPage = async (request) => {
  const project = await projectOf(request, request.path('id'))
  if (project === undefined) throw notFound()
  const { id, name, archived } = project
  const listed = await itemsOfEachKind(request, id)
  const shelves = listed.filter(({ assets }) => assets.length > 0).map(shelf)
  return {
    title: name,
    trail: [],
    lead: archived ? 'Archived' : undefined,
    main: shelves.length > 0 ? shelves : fragmentOf('empty-project.html'),
  }
}
