import type { H3Event } from 'h3'
import { tools } from '../../tools/index.ts'
import {
  type BrowserSignIn,
  isFromAllowedOrigin,
  originNotAllowed,
  ownPath,
  type PageSessions,
  TokenRejected,
} from '../auth/index.ts'
import { notFound, overloaded } from '../core/errors.ts'
import { ASSET_RESOURCES, type AssetResource, type Fabrics, type Projects } from '../core/rooms.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import { visibleText } from '../core/text.ts'
import type { Caller } from '../core/tool.ts'
import { renderPng } from '../design/index.ts'
import type { Reply } from '../http/reply.ts'
import type { CorsPolicy, Handler, Route } from '../http/router.ts'
import { greyOf } from './colours.ts'
import type { Site } from './frame.ts'
import { itemPage } from './item.ts'
import type { Asked, PageAccess } from './page-access.ts'
import { pageReply, privateFile, redirect, signedOutPage, signInFailedPage } from './replies.ts'
import { cleaned } from './shelf.ts'
import { type Project, projectPage, projectsPage, resourcePage, SHOWN } from './work.ts'

const MOST_ITEMS = 50
/** The fabrics of all makers that are nearest to a colour. */
const EVERYWHERE = { manufacturer: undefined, collection: undefined, after: undefined, limit: 6 }

/** Other sites may not read these pages. */
const noOrigin: CorsPolicy = () => ({})

export interface OwnRouteOptions {
  readonly site: Site
  readonly gate: PageAccess
  readonly runner: ToolRunner
  readonly fabrics: Fabrics
  /** To read one project, which no tool does. */
  readonly projects: Pick<Projects, 'get'>
  readonly signIn: BrowserSignIn
  readonly sessions: PageSessions
  /** The address of the pages. The provider sends people back to it. */
  readonly origin: string
}

interface ListOptions {
  readonly projectId?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

const isResource = (text: string): text is AssetResource => ASSET_RESOURCES.some((each) => each === text)

/** The pages of the signed-in person, and the steps of signing in and out (D24, D30). */
export function ownRoutes({
  site,
  gate,
  runner,
  fabrics,
  projects: ownProjects,
  signIn,
  sessions,
  origin,
}: OwnRouteOptions): Route[] {
  const route = (path: string, get: Handler): Route => ({ path, get, cors: noOrigin })

  const list = async (caller: Caller, resource: AssetResource, more: ListOptions) =>
    (await runner.run(tools.listMyAssets, { resource, ...more }, caller)).data
  const shelves = (caller: Caller, more: ListOptions) =>
    Promise.all(SHOWN.map((resource) => list(caller, resource, more)))

  async function projects(asked: Asked, caller: Caller) {
    const [show, project, cursor] = [asked.query('show'), asked.query('project'), asked.query('cursor')]
    if (show !== undefined) {
      if (!isResource(show)) throw notFound()
      return resourcePage(
        site,
        await list(caller, show, { projectId: project, cursor, limit: MOST_ITEMS }),
        project,
      )
    }
    const { data } = await runner.run(tools.listMyProjects, { limit: MOST_ITEMS, cursor }, caller)
    const listed = cursor === undefined ? await shelves(caller, { limit: MOST_ITEMS }) : []
    return projectsPage(site, data.projects, data.cursor, listed)
  }

  async function findProject(id: string, caller: Caller): Promise<Project | undefined> {
    const found = await ownProjects.get(caller.userId, id)
    return found === undefined ? undefined : { ...found, name: visibleText(found.name) }
  }

  async function read(asked: Asked, caller: Caller, includeGeometry: boolean) {
    const resource = asked.path('resource')
    if (!isResource(resource)) throw notFound()
    const input = { resource, id: asked.path('id'), includeGeometry }
    const { data, draw } = await runner.run(tools.getAsset, input, caller)
    return { resource, item: data.asset, draw }
  }

  async function item(asked: Asked, caller: Caller) {
    const { resource, item, draw } = await read(asked, caller, true)
    const nearest =
      resource === 'swatches' && item.colorHex !== undefined
        ? (await fabrics.search({ ...EVERYWHERE, query: item.colorHex })).items.map(cleaned)
        : []
    const drawing = (await draw?.({ edges: true }))?.svg
    const project = item.projectId === undefined ? undefined : await findProject(item.projectId, caller)
    return itemPage(site, { resource, item, project, drawing, nearest })
  }

  async function drawn(asked: Asked, caller: Caller): Promise<string> {
    const { draw } = await read(asked, caller, false)
    if (draw === undefined) throw notFound()
    const { svg } = await draw({ edges: false })
    // In greys only light and dark remain, which make the pattern.
    return asked.query('in') === 'grey' ? svg.replace(/#[0-9A-F]{6}\b/g, greyOf) : svg
  }

  async function picture(asked: Asked, caller: Caller): Promise<Reply> {
    const png = await renderPng(await drawn(asked, caller))
    if (png === undefined) throw overloaded()
    return privateFile('image/png', Uint8Array.from(png))
  }

  const backOf = (path: string | null | undefined) => ownPath(path, `${site.root}/projects`)

  async function start(event: H3Event): Promise<Reply> {
    const { location, cookie } = await signIn.start(backOf(event.url.searchParams.get('back')))
    return redirect(location, { 'set-cookie': cookie })
  }

  async function callback(event: H3Event): Promise<Reply> {
    try {
      // The configured origin, not that of the request: anyone can send any `Host`.
      const url = new URL(`${event.url.pathname}${event.url.search}`, origin)
      const { userId, back } = await signIn.finish(url, event.req.headers.get('cookie'))
      return redirect(back, { 'set-cookie': await sessions.start(userId) })
    } catch (error) {
      if (!(error instanceof TokenRejected)) throw error
      return pageReply(site, signInFailedPage(site), { status: 400, caching: 'private' })
    }
  }

  function signOut({ req }: H3Event): Reply {
    if (!isFromAllowedOrigin(req.headers, new Set([origin]))) throw originNotAllowed()
    return redirect(`${site.root}/`, { 'set-cookie': sessions.end() })
  }

  return [
    route('/projects', gate.own(projects)),
    route(
      '/projects/:id',
      gate.own(async (asked, caller) => {
        const project = await findProject(asked.path('id'), caller)
        if (project === undefined) throw notFound()
        return projectPage(site, project, await shelves(caller, { projectId: project.id, limit: MOST_ITEMS }))
      }),
    ),
    route('/editor/:resource/:id', gate.own(item)),
    route(
      '/editor/:resource/:id/drawing.svg',
      gate.picture(async (asked, caller) => privateFile('image/svg+xml', await drawn(asked, caller))),
    ),
    route('/editor/:resource/:id/drawing.png', gate.picture(picture)),
    route(
      '/sign-in',
      gate.open((asked) => signedOutPage(site, backOf(asked.query('back')))),
    ),
    route('/sign-in/start', gate.step(start)),
    route('/sign-in/callback', gate.step(callback)),
    { path: '/sign-out', cors: noOrigin, post: gate.step(signOut) },
  ]
}
