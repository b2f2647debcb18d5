import * as z from 'zod'
import { visibleText } from '../src/core/text.ts'
import { CREATES, defineTool } from '../src/core/tool.ts'
import { itemName, text } from './fields.ts'

/** §4.5 */
export default defineTool({
  name: 'create_project',
  title: 'Create a project',
  icon: 'project',
  description:
    'Creates one empty project. Returns its id and url. Not replay-safe: each call makes another ' +
    'project; after a time-out, list_my_projects shows whether it was made. No tool shows ' +
    'the description later. It cannot add members or items, rename or delete.',
  auth: 'user',
  annotations: CREATES,
  input: z.object({
    name: itemName,
    description: text({ max: 1000 }).optional().describe('Its notes.'),
  }),
  output: z.object({
    projectId: z.string().describe('Id for list_my_assets.'),
    name: z.string().describe('As listed.'),
    url: z.string().describe('Opens the project.'),
    projectsUrl: z.string().describe('Opens all projects.'),
  }),
  rest: [{ path: '/projects', operationId: 'createProject' }],
  async handler({ name, description }, { owner, store, links }) {
    const projectId = await store.projects.create(owner, { name, description })
    return {
      data: {
        projectId,
        name: visibleText(name),
        url: links.project(projectId),
        projectsUrl: links.projects,
      },
      created: projectId,
    }
  },
})
