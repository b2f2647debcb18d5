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
    'Creates one new, empty project owned by the signed-in user: no blocks, quilts or fabrics in it. Use it when ' +
    'the user asks for a new project, for example name "Quilt for my niece". Each call creates another project: it ' +
    'is not replay-safe, so call it once, and after a time-out list before you retry (list_my_projects). It cannot ' +
    'add members or move existing items into the project; the user does that in the web application. Give the user ' +
    'the url of the answer, which opens the new project.',
  auth: 'bearer',
  annotations: CREATES,
  input: z.object({
    name: itemName,
    description: text({ max: 1000 }).optional().describe('Notes about the project, up to 1,000 characters.'),
  }),
  output: z.object({
    projectId: z.string().describe('Opaque id of the new project.'),
    name: z.string().describe('The name as it will be listed.'),
    url: z.string().describe('Link that opens the new project in the web application.'),
    projectsUrl: z.string().describe("Link to all of the user's projects."),
  }),
  rest: { method: 'POST', path: '/projects', operationId: 'createProject', status: 201 },
  async handler({ name, description }, { caller, store, links }) {
    const projectId = await store.projects.create(caller.userId, { name, description })
    return { projectId, name: visibleText(name), url: links.project(projectId), projectsUrl: links.projects }
  },
})
