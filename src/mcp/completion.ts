import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server'
import type { Guard } from './guard.ts'
import type { Prompt } from './prompts.ts'
import type { ResourceFamily } from './resources.ts'
import type { Reader } from './session.ts'

/** The protocol allows no more values in one answer. */
const MAX_VALUES = 100
/** How many characters of the typed text are used. */
const MAX_BEGUN = 100

/** Completes arguments of prompts and variables of templates for one caller (D40). */
export function serveCompletion(
  server: Server,
  {
    prompts,
    resources,
  }: { readonly prompts: readonly Prompt[]; readonly resources: readonly ResourceFamily[] },
  reader: Reader,
  guard: Guard,
): void {
  server.setRequestHandler('completion/complete', ({ params: { ref, argument, context: typed } }) =>
    guard(async () => {
      const begun = [...argument.value].slice(0, MAX_BEGUN).join('')
      let values: readonly string[] = []
      if (ref.type === 'ref/prompt') {
        const prompt = prompts.find(({ name }) => name === ref.name)
        if (prompt === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt.')
        values = (await prompt.complete?.({ name: argument.name, begun }, reader)) ?? []
      } else {
        const family = resources.find(({ template }) => template?.uriTemplate === ref.uri)
        if (family === undefined)
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown template.')
        // An anonymous caller has no items.
        const isOpen = family.auth === 'public' || reader.caller !== undefined
        const variable = { name: argument.name, begun, others: typed?.arguments ?? {} }
        values = isOpen ? ((await family.complete?.(variable, reader)) ?? []) : []
      }
      // Without a total and `hasMore`, because a family or prompt offers only the first values itself.
      return { completion: { values: values.slice(0, MAX_VALUES) } }
    }),
  )
}

/** The values that begin with what was typed, ignoring case. */
export function beginning(values: readonly string[], begun: string): string[] {
  const wanted = begun.toLowerCase()
  return values.filter((value) => value.toLowerCase().startsWith(wanted))
}
