import * as z from 'zod'
import type { Tool } from '../core/tool.ts'

/** The methods of both protocol eras. Clients may send others. */
const METHODS = new Set([
  'initialize',
  'notifications/initialized',
  'notifications/cancelled',
  'ping',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'skills/list',
  'skills/get',
  'subscriptions/listen',
  'logging/setLevel',
])

const message = z.object({
  method: z.string(),
  params: z
    .object({ name: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

/** The name of a message in logs and metrics. It is one of a fixed set, whatever a client sends. */
export function createOperationNames(tools: readonly Pick<Tool, 'name'>[]): (message: unknown) => string {
  const known = new Set(tools.map(({ name }) => name))
  return (sent) => {
    const { method, params } = message.safeParse(sent).data ?? { method: '' }
    if (method !== 'tools/call') return METHODS.has(method) ? method : 'unknown method'
    return known.has(params?.name ?? '') ? (params?.name ?? '') : 'unknown tool'
  }
}
