import * as z from 'zod'
import { itemKey } from '../src/core/rooms.ts'
import { defineTool, READS } from '../src/core/tool.ts'
import {
  assetSummary,
  continuation,
  cursor,
  nameQuery,
  pageSize,
  resource,
  text,
  toAssetSummary,
  UNTRUSTED,
} from './fields.ts'
import { listNotes } from './item-notes.ts'

/** §4.6, with the aliases of §4.7 */
export default defineTool({
  name: 'list_my_assets',
  title: 'List my blocks, quilts, swatches or patterns',
  icon: 'block',
  description:
    "Lists the signed-in user's own saved items of one kind, newest created first (not last edited), " +
    'archived ones marked. Returns ids, names, urls, sizes in finished inches, colorHex of swatches. ' +
    'query does not search notes or tags. ' +
    UNTRUSTED,
  auth: 'user',
  annotations: READS,
  input: z.object({
    resource: resource.describe('One per call.'),
    projectId: text({ min: 1, max: 100 }).optional().describe('Id from list_my_projects.'),
    query: nameQuery,
    limit: pageSize(50),
    cursor,
  }),
  output: z.object({
    resource: resource.describe('As asked.'),
    assets: z.array(assetSummary).describe('Newest first.'),
    ...continuation,
  }),
  rest: [
    { path: '/assets', operationId: 'listAssets' },
    { path: '/quilts', operationId: 'listQuilts', fixed: { resource: 'quilts' } },
    { path: '/blocks', operationId: 'listBlocks', fixed: { resource: 'blocks' } },
  ],
  async handler({ resource, projectId, query, limit, cursor }, { owner, store, links, cursors }) {
    const asked = { resource, projectId, query }
    const scope = cursors('assets', owner, asked, itemKey)
    const page = await store.assets.list(owner, { ...asked, limit, after: scope.open(cursor) })
    return {
      data: {
        resource,
        assets: page.items.map((item) => toAssetSummary(item, links)),
        ...scope.seal(page.next),
      },
      notes: async () => {
        const isEmpty = page.items.length === 0 && projectId !== undefined
        if (isEmpty && (await store.projects.get(owner, projectId)) === undefined)
          return ['You have no project with this id. list_my_projects lists the ids.']
        return listNotes({
          ...page,
          kind: resource,
          isFirst: cursor === undefined,
          query,
          count: (words, most) => store.assets.count(owner, { ...asked, query: words }, most),
        })
      },
    }
  },
})
