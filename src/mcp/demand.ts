import * as z from 'zod'
import type { Demand } from '../auth/admission.ts'
import type { Offered } from './offered.ts'
import { familyOf } from './resources.ts'

const named = z.object({ name: z.string() })
const addressed = z.object({ uri: z.string() })
const message = z.object({ method: z.string(), params: z.unknown() })

const READ = { auth: 'public', creates: false } as const

/**
 * Says what a message needs admission for: whether it is private, and whether it creates something. Messages
 * that clients send before their first call need none (`undefined`); they have a wider budget (D36).
 */
export function createDemands({ tools, resources, prompts }: Omit<Offered, 'skills'>) {
  const toolOf = new Map(tools.map((tool) => [tool.name, tool]))
  const promptOf = new Map(prompts.map((prompt) => [prompt.name, prompt]))
  const nameIn = (params: unknown) => named.safeParse(params).data?.name ?? ''

  return (sent: unknown, isSignedIn: boolean): Demand | undefined => {
    const { method, params } = message.safeParse(sent).data ?? { method: '', params: undefined }
    switch (method) {
      case 'tools/call': {
        const tool = toolOf.get(nameIn(params))
        return { auth: tool?.auth ?? 'public', creates: tool?.annotations.readOnlyHint === false }
      }
      case 'resources/read':
        return {
          ...READ,
          auth: familyOf(resources, addressed.safeParse(params).data?.uri ?? '')?.auth ?? 'public',
        }
      case 'prompts/get':
        return { ...READ, auth: promptOf.get(nameIn(params))?.auth ?? 'public' }
      case 'completion/complete':
        return READ
      case 'resources/list':
        // For a signed-in caller it reads their items.
        return isSignedIn ? READ : undefined
      default:
        return undefined
    }
  }
}
