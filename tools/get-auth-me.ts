import * as z from 'zod'
import { defineTool, READS } from '../src/core/tool.ts'

/** §4.1, §5.9: the probe of a token; REST only. */
export default defineTool({
  name: 'get_auth_me',
  title: 'Who am I',
  description:
    'Says whether the credentials are valid and whose they are. Carries no e-mail or profile data.',
  auth: 'user',
  annotations: READS,
  isRestOnly: true,
  input: z.object({}),
  output: z.object({
    authenticated: z.boolean().describe('Always true on success.'),
    userId: z.string().optional().describe("The caller's user id at the identity provider."),
  }),
  rest: [{ path: '/auth/me', operationId: 'getAuthMe' }],
  async handler(_input, { owner }) {
    return { data: { authenticated: true, userId: owner } }
  },
})
