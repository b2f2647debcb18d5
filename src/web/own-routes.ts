import { notFound, overloaded } from '../core/errors.ts'
import type { Caller } from '../core/tool.ts'
import { renderPng } from '../design/index.ts'
import type { Route } from '../http/router.ts'
import { greyOf } from './colours.ts'
import { itemPage, readItem } from './item.ts'
import type { Asked, PageAccess, Sources } from './page-access.ts'
import { privateFile } from './replies.ts'
import { projectPage, projectsPage } from './work.ts'

async function drawn(from: Sources, asked: Asked, caller: Caller): Promise<string> {
  const { draw } = await readItem(from, asked, caller, false)
  if (draw === undefined) throw notFound()
  const { svg } = await draw({ edges: false })
  // In greys only light and dark remain, which make the pattern.
  return asked.query('in') === 'grey' ? svg.replace(/#[0-9A-F]{6}\b/g, greyOf) : svg
}

/** The pages of the signed-in person (D24). Other sites may not read them. */
export function ownRoutes(gate: PageAccess): Route[] {
  const drawing = '/editor/:resource/:id/drawing'
  const svg = gate.picture(async (...asked) => privateFile('image/svg+xml', await drawn(...asked)))
  const png = gate.picture(async (from, asked, caller) => {
    const picture = await renderPng(await drawn(from, asked, caller), { of: caller.userId })
    if (picture === undefined) throw overloaded()
    return privateFile('image/png', Uint8Array.from(picture))
  })
  const shared = { cors: () => ({}) }
  return [
    { ...shared, path: '/projects', get: gate.own(projectsPage) },
    { ...shared, path: '/projects/:id', get: gate.own(projectPage) },
    { ...shared, path: '/editor/:resource/:id', get: gate.own(itemPage) },
    { ...shared, path: `${drawing}.svg`, get: svg },
    { ...shared, path: `${drawing}.png`, get: png },
  ]
}
