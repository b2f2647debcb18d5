import * as z from 'zod'
import { text } from '../src/kit/fields.ts'
import { visibleText } from '../src/kit/text.ts'
import { CREATES, defineTool } from '../src/kit/tool.ts'
import { itemName } from './vocabulary.ts'

/** §4.5 */
export default defineTool({
  name: 'create_project',
  title: 'Create a project',
  description:
    'Creates one new, empty project owned by the signed-in user, for example name "Quilt for my niece". It is not ' +
    'replay-safe: each call creates another project, so call it once, and after a time-out list before you retry ' +
    '(list_my_projects). It cannot add members or move items into the project: give the user the url, which opens it.',
  auth: 'bearer',
  annotations: CREATES,
  input: z.object({
    name: itemName,
    description: text({ max: 1000 }).optional().describe('Notes about the project.'),
  }),
  output: z.object({
    projectId: z.string().describe('Id for list_my_assets.'),
    name: z.string().describe('As listed.'),
    url: z.string().describe('Opens the project.'),
    projectsUrl: z.string().describe('Opens all projects.'),
  }),
  rest: { method: 'POST', path: '/projects', operationId: 'createProject', status: 201 },
  async handler({ name, description }, { caller, store, links }) {
    const projectId = await store.projects.create(caller.userId, { name, description })
    return {
      data: {
        projectId,
        name: visibleText(name),
        url: links.project(projectId),
        projectsUrl: links.projects,
      },
      notes: ['The project is empty; blocks and quilts are placed in it in the editor.'],
    }
  },
})
