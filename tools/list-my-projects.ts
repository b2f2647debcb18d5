import * as z from 'zod'
import { itemKey } from '../src/core/rooms.ts'
import { defineTool, READS } from '../src/core/tool.ts'
import { continuation, cursor, nameQuery, pageSize, project, toProject, UNTRUSTED } from './fields.ts'
import { listNotes } from './item-notes.ts'

/** §4.4 */
export default defineTool({
  name: 'list_my_projects',
  title: 'List my projects',
  icon: 'project',
  description:
    'Lists projects that the signed-in user owns or belongs to, newest created first (not last edited), ' +
    'archived ones marked. Returns id (the projectId of list_my_assets), name and url. It cannot show ' +
    `members, rename, archive or delete. ${UNTRUSTED}`,
  auth: 'user',
  annotations: READS,
  input: z.object({ query: nameQuery, limit: pageSize(50), cursor }),
  output: z.object({
    projects: z.array(project).describe('Newest first.'),
    ...continuation,
    projectsUrl: z.string().describe('Opens all projects.'),
  }),
  rest: [{ path: '/projects', operationId: 'listProjects' }],
  async handler({ query, limit, cursor }, { owner, store, links, cursors }) {
    const scope = cursors('projects', owner, { query }, itemKey)
    const page = await store.projects.list(owner, { query, limit, after: scope.open(cursor) })
    return {
      data: {
        projects: page.items.map((item) => toProject(item, links)),
        ...scope.seal(page.next),
        projectsUrl: links.projects,
      },
      notes: () =>
        listNotes({
          ...page,
          kind: 'projects',
          isFirst: cursor === undefined,
          query,
          count: (words, most) => store.projects.count(owner, words, most),
        }),
    }
  },
})
