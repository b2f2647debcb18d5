import { tools } from '../../tools/index.ts'
import { notFound, overloaded } from '../core/errors.ts'
import { ASSET_RESOURCES, type AssetResource } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import type { Caller } from '../core/tool.ts'
import { renderPng } from '../design/index.ts'
import type { Route } from '../http/router.ts'
import { greyOf } from './colours.ts'
import { itemPage } from './item.ts'
import type { Asked, OwnPage, PageAccess, Sources } from './page-access.ts'
import { privateFile } from './replies.ts'
import { type Project, projectPage, projectsPage, resourcePage, SHOWN } from './work.ts'

const MOST_ITEMS = 50
/** The fabrics of all makers that are nearest to a colour. */
const EVERYWHERE = { manufacturer: undefined, collection: undefined, after: undefined, limit: 6 }

interface ListOptions {
  readonly projectId?: string | undefined
  readonly cursor?: string | undefined
}

async function list({ runner }: Sources, caller: Caller, resource: AssetResource, more: ListOptions) {
  return (await runner.run(tools.listMyAssets, { resource, limit: MOST_ITEMS, ...more }, caller)).data
}

const shelves = (from: Sources, caller: Caller, more: ListOptions = {}) =>
  Promise.all(SHOWN.map((resource) => list(from, caller, resource, more)))

const isResource = (text: string): text is AssetResource => ASSET_RESOURCES.some((each) => each === text)

const projects: OwnPage = async (from, asked, caller) => {
  const [show, projectId, cursor] = [asked.query('show'), asked.query('project'), asked.query('cursor')]
  if (show !== undefined) {
    if (!isResource(show)) throw notFound()
    return resourcePage(from.site, await list(from, caller, show, { projectId, cursor }), projectId)
  }
  const { data } = await from.runner.run(tools.listMyProjects, { limit: MOST_ITEMS, cursor }, caller)
  const listed = cursor === undefined ? await shelves(from, caller) : []
  return projectsPage(from.site, data.projects, data.cursor, listed)
}

async function findProject(from: Sources, id: string, caller: Caller): Promise<Project | undefined> {
  const found = await from.projects.get(caller.userId, id)
  return found === undefined ? undefined : { ...found, name: visibleText(found.name) }
}

const project: OwnPage = async (from, asked, caller) => {
  const found = await findProject(from, asked.path('id'), caller)
  if (found === undefined) throw notFound()
  return projectPage(from.site, found, await shelves(from, caller, { projectId: found.id }))
}

async function read({ runner }: Sources, asked: Asked, caller: Caller, includeGeometry: boolean) {
  const resource = asked.path('resource')
  if (!isResource(resource)) throw notFound()
  const input = { resource, id: asked.path('id'), includeGeometry }
  const { data, draw } = await runner.run(tools.getAsset, input, caller)
  return { resource, item: data.asset, draw }
}

const item: OwnPage = async (from, asked, caller) => {
  const { resource, item, draw } = await read(from, asked, caller, true)
  const { colorHex, projectId } = item
  const nearest =
    resource === 'swatches' && colorHex !== undefined
      ? (await from.fabrics.search({ ...EVERYWHERE, query: colorHex })).items
      : []
  const drawing = (await draw?.({ edges: true }))?.svg
  const project = projectId === undefined ? undefined : await findProject(from, projectId, caller)
  return itemPage(from.site, { resource, item, project, drawing, nearest })
}

async function drawn(from: Sources, asked: Asked, caller: Caller): Promise<string> {
  const { draw } = await read(from, asked, caller, false)
  if (draw === undefined) throw notFound()
  const { svg } = await draw({ edges: false })
  // In greys only light and dark remain, which make the pattern.
  return asked.query('in') === 'grey' ? svg.replace(/#[0-9A-F]{6}\b/g, greyOf) : svg
}

/** The pages of the signed-in person (D24). Other sites may not read them. */
export function ownRoutes(gate: PageAccess): Route[] {
  const drawing = '/editor/:resource/:id/drawing'
  const svg = gate.picture(async (...asked) => privateFile('image/svg+xml', await drawn(...asked)))
  const png = gate.picture(async (...asked) => {
    const picture = await renderPng(await drawn(...asked))
    if (picture === undefined) throw overloaded()
    return privateFile('image/png', Uint8Array.from(picture))
  })
  const shared = { cors: () => ({}) }
  return [
    { ...shared, path: '/projects', get: gate.own(projects) },
    { ...shared, path: '/projects/:id', get: gate.own(project) },
    { ...shared, path: '/editor/:resource/:id', get: gate.own(item) },
    { ...shared, path: `${drawing}.svg`, get: svg },
    { ...shared, path: `${drawing}.png`, get: png },
  ]
}
