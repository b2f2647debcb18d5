import * as z from 'zod'
import { continuation, cursorInput, pageSize } from '../src/kit/fields.ts'
import { defineTool, READS } from '../src/kit/tool.ts'
import { itemKey, nameQuery, project, toProject, UNTRUSTED } from './vocabulary.ts'

/** §4.4 */
export default defineTool({
  name: 'list_my_projects',
  title: 'List my projects',
  description:
    'Lists the projects that the signed-in user owns or is a member of, newest first, archived ones marked. Use it for ' +
    '"what am I working on?" and to get the id that list_my_assets takes as projectId; ids come from list calls, never ' +
    'invent one. It says nothing about other people, and cannot rename, archive or delete: give the user the url. ' +
    `${UNTRUSTED} When truncated is true, call again with cursor and the same query.`,
  auth: 'bearer',
  annotations: READS,
  input: z.object({ query: nameQuery, limit: pageSize(50, 25), cursor: cursorInput() }),
  output: z.object({
    projects: z.array(project).describe('Newest first.'),
    ...continuation,
    projectsUrl: z.string().describe('Opens all projects.'),
  }),
  rest: { method: 'GET', path: '/projects', operationId: 'listProjects', status: 200 },
  async handler({ query, limit, cursor }, { caller, store, links, cursors }) {
    const scope = cursors.scope('projects', caller.userId, { query }, itemKey)
    const page = await store.projects.list(caller.userId, { query, limit, after: scope.open(cursor) })
    return {
      data: {
        projects: page.items.map((item) => toProject(item, links)),
        ...scope.seal(page.next),
        projectsUrl: links.projects,
      },
    }
  },
})
