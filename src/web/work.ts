import type * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { notFound } from '../core/errors.ts'
import { type Html, html } from '../core/html.ts'
import { ASSET_RESOURCES, type AssetResource } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import type { Caller } from '../core/tool.ts'
import { inchesNumber } from '../design/index.ts'
import { chip, tile, withQuery } from './cloth.ts'
import { button, counted, trail } from './frame.ts'
import type { OwnPage, Sources } from './page-access.ts'

/** An item as the tools answer it. */
export type Asset = z.output<typeof tools.getAsset.output>['asset']
type Project = Omit<z.output<typeof tools.listMyProjects.output>['projects'][number], 'url'>

type Listed = z.output<typeof tools.listMyAssets.output>

/** The names of resources for people. */
export const NAMES: Readonly<Record<AssetResource, readonly [one: string, many: string]>> = {
  quilts: ['quilt', 'Quilts'],
  blocks: ['block', 'Blocks'],
  patterns: ['pattern', 'Patterns'],
  swatches: ['swatch', 'Swatches'],
}
/** Quilts come first, because people look for them most. */
const SHOWN = ['quilts', 'blocks', 'patterns', 'swatches'] as const

export const isResource = (text: string): text is AssetResource =>
  ASSET_RESOURCES.some((each) => each === text)

export const WORK = ['/projects', 'Your work'] as const

export const itemPath = (resource: AssetResource, id: string) =>
  `/editor/${resource}/${encodeURIComponent(id)}`
export const projectPath = (id: string) => `/projects/${encodeURIComponent(id)}`

const toEighth = (inches: number) => Math.round(inches * 8) / 8

/** The finished size in eighths, as rulers have them: `12½ × 12½″`. What is between two eighths is said. */
export function sizeOf({ width, height }: Asset): string | undefined {
  if (width === undefined || height === undefined) return undefined
  const isExact = [width, height].every((side) => Math.abs(side - toEighth(side)) < 0.011)
  return `${isExact ? '' : 'about '}${inchesNumber(toEighth(width))} × ${inchesNumber(toEighth(height))}″`
}

/** @param size of the room for it, in pixels. */
export const drawingOf = (root: string, resource: AssetResource, id: string, size = 320): Html =>
  html`<img src="${root}${itemPath(resource, id)}/drawing.svg" alt="" width="${size}" height="${size}" loading="lazy">`

function tiles(root: string, resource: AssetResource, items: readonly Asset[]): Html {
  const one = (item: Asset) =>
    tile(
      `${root}${itemPath(resource, item.id)}`,
      resource === 'swatches' ? chip(item.colorHex) : drawingOf(root, resource, item.id),
      item.name,
      [sizeOf(item), item.shapeCount === 0 && 'no pieces yet', item.archived && 'archived'],
    )
  return html`<ul class="tiles ${resource}">${items.map(one)}</ul>`
}

/** What stands in the place of items where there are none. */
const nothingOf = (resource: AssetResource): Html =>
  html`<p class="sub">No ${NAMES[resource][1].toLowerCase()} yet.${resource === 'blocks' && ' Ask your assistant: “Start a 12 inch block called Harvest Star.”'}</p>`

/** How many items of each resource the page of all work shows. */
const ON_A_SHELF = 12
const MOST_ITEMS = 50

type ListOptions = Pick<z.input<typeof tools.listMyAssets.input>, 'projectId' | 'cursor'>

async function list({ runner }: Sources, caller: Caller, resource: AssetResource, more: ListOptions) {
  return (await runner.run(tools.listMyAssets, { resource, limit: MOST_ITEMS, ...more }, caller)).data
}

const shelves = (from: Sources, caller: Caller, more: ListOptions = {}) =>
  Promise.all(SHOWN.map((resource) => list(from, caller, resource, more)))

/** What was archived stands apart, folded away. */
function archive(name: string, count: number, content: Html): Html | undefined {
  if (count === 0) return undefined
  return html`<details class="archive"><summary>Archived ${name}: <b>${count}</b></summary>${content}</details>`
}

const leadOn = (href: string, label: string) => html`<p class="more">${button(href, label, 'second')}</p>`

/** The items of one resource as a grid of pictures, with a link to the rest. */
function shelf(root: string, { resource, assets, cursor }: Listed, most: number, project?: string): Html {
  const [, many] = NAMES[resource]
  const name = many.toLowerCase()
  const current = assets.filter(({ archived }) => archived !== true)
  const archived = assets.filter((item) => item.archived === true)
  const isCut = cursor !== null || current.length > most
  return html`<section><h2>${many}</h2>${
    assets.length === 0 ? nothingOf(resource) : tiles(root, resource, current.slice(0, most))
  }${isCut && leadOn(`${root}${withQuery('/projects', { show: resource, project })}`, `All ${name}`)}${archive(name, archived.length, tiles(root, resource, archived))}</section>`
}

const colorsOf = (listed: readonly Listed[]) =>
  listed.flatMap(({ assets }) => assets.map(({ colorHex }) => colorHex))

/** The projects, each with its newest drawn item as a cover, quilts first. */
function projectTiles(root: string, projects: readonly Project[], listed: readonly Listed[]): Html {
  const drawn = listed.flatMap(({ resource, assets }) =>
    resource === 'swatches'
      ? []
      : assets.filter(({ shapeCount }) => shapeCount !== 0).map((item) => ({ resource, item })),
  )
  const one = ({ id, name }: Project) => {
    const cover = drawn.find(({ item }) => item.projectId === id)
    const picture =
      cover === undefined
        ? html`<span class="no-cover"></span>`
        : drawingOf(root, cover.resource, cover.item.id)
    return tile(`${root}${projectPath(id)}`, picture, name)
  }
  return html`<ul class="tiles projects">${projects.map(one)}</ul>`
}

/** `/projects`: the projects with their covers, and the newest items of each resource. */
export const projectsPage: OwnPage = async (from, asked, caller) => {
  const show = asked.query('show')
  if (show !== undefined) return resourcePage(from, asked, caller)
  const { root } = from.site
  const cursor = asked.query('cursor')
  const { data } = await from.runner.run(tools.listMyProjects, { limit: MOST_ITEMS, cursor }, caller)
  const { projects, cursor: older } = data
  const listed = cursor === undefined ? await shelves(from, caller) : []
  const isEmpty = projects.length === 0 && listed.every(({ assets }) => assets.length === 0)
  const current = projects.filter(({ archived }) => archived !== true)
  const archived = projects.filter((project) => project.archived === true)
  return {
    title: 'Your work',
    colors: colorsOf(listed),
    main: isEmpty
      ? emptyAccount(root)
      : html`<h1>Your work</h1>
<section><h2>Projects</h2>${
          projects.length === 0
            ? html`<p class="sub">No projects yet. Ask your assistant: “Make a project for my niece’s quilt.”</p>`
            : projectTiles(root, current, listed)
        }${older !== null && leadOn(`${root}${withQuery('/projects', { cursor: older })}`, 'Older projects')}${archive('projects', archived.length, projectTiles(root, archived, listed))}</section>
${listed.map((each) => shelf(root, each, ON_A_SHELF))}`,
  }
}

function emptyAccount(root: string): Html {
  return html`<div class="message"><h1>A clean cutting table</h1>
<p>There is nothing in your account yet. Your assistant can start things for you. Say, for example:</p>
<ul class="sayings"><li>“Make a project for my niece’s quilt.”</li><li>“Start a 12 inch block called Harvest Star.”</li></ul>
<p>${button(`${root}/#connect`, 'Connect your assistant')}</p></div>`
}

/** `/projects?show=…`: all items of one resource, page by page. */
const resourcePage: OwnPage = async (from, asked, caller) => {
  const { root } = from.site
  const [show = '', project] = [asked.query('show'), asked.query('project')]
  if (!isResource(show)) throw notFound()
  const more = { projectId: project, cursor: asked.query('cursor') }
  const { resource, assets, cursor } = await list(from, caller, show, more)
  const [, many] = NAMES[resource]
  const name = many.toLowerCase()
  const older = withQuery('/projects', { show: resource, project, cursor: cursor ?? undefined })
  return {
    title: `Your ${name}`,
    colors: assets.map(({ colorHex }) => colorHex),
    main: html`${trail(root, WORK)}<h1>${many}</h1>
${assets.length === 0 ? nothingOf(resource) : tiles(root, resource, assets)}
${cursor !== null && leadOn(`${root}${older}`, `Older ${name}`)}`,
  }
}

/** A project that the person is in; `undefined` if there is none. */
export async function projectOf({ projects }: Sources, id: string | undefined, caller: Caller) {
  const found = id === undefined ? undefined : await projects.get(caller.userId, id)
  return found && { ...found, name: visibleText(found.name) }
}

/** `/projects/{id}`: the person's own items in the project. */
export const projectPage: OwnPage = async (from, asked, caller) => {
  const { root } = from.site
  const project = await projectOf(from, asked.path('id'), caller)
  if (project === undefined) throw notFound()
  const listed = await shelves(from, caller, { projectId: project.id })
  const full = listed.filter(({ assets }) => assets.length > 0)
  const count = full.reduce((sum, { assets }) => sum + assets.length, 0)
  return {
    title: project.name,
    colors: colorsOf(listed),
    main: html`${trail(root, WORK)}
<h1>${project.name}</h1>
${project.archived && html`<p class="sub">Archived</p>`}
${
  count === 0
    ? html`<p class="lead">Nothing of yours is in this project yet.</p><p>Blocks and quilts are put into a project in the editor. Your assistant can start a block for you, but it cannot move one here.</p>`
    : html`<p class="lead">${counted(count, 'item')} of yours.</p>${full.map((each) => shelf(root, each, each.assets.length, project.id))}`
}`,
  }
}
