import type { Scopes } from '../auth/index.ts'
import { API_PREFIX } from '../core/contract.ts'
import type { Tool } from '../core/tool.ts'
import { filledText } from './texts.ts'

function toolLine({ name, title, auth, isRestOnly, operations }: Tool): string {
  const access = auth === 'public' ? 'no account needed' : 'sign-in required'
  const routes = operations.map(
    ({ method, path, operationId }) => `${method} ${API_PREFIX}${path} (${operationId})`,
  )
  const named = isRestOnly ? 'REST only' : name
  return `- ${named}: ${title}; ${access}; ${routes.join(', ')}`
}

/** `/llms.txt` (llmstxt.org): what an agent needs to know before its first call. */
export const llmsText = (tools: readonly Tool[], baseUrl: string): string =>
  filledText('llms.txt', { baseUrl, operations: tools.map(toolLine).join('\n') })

/** `/auth.md`: how a program signs in on behalf of a person. */
export function authMarkdown(tools: readonly Tool[], baseUrl: string, { read, create }: Scopes): string {
  const open = tools.filter(({ auth }) => auth === 'public').map(({ name }) => `\`${name}\``)
  const more = create.filter((scope) => !read.includes(scope))
  const needed = read.length > 0 ? ` Ask for the scopes \`${read.join(' ')}\`.` : ''
  const stepUp =
    more.length > 0 ? ` A create needs \`${more.join(' ')}\` too: ask for it when a 403 says so.` : ''
  return filledText('auth.md', { baseUrl, open: open.join(' and '), scopes: `${needed}${stepUp}` })
}
