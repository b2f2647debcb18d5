import {
  type GetPromptResult,
  type Prompt as ListedPrompt,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server'
import type { Guard } from './guard.ts'
import type { Reader } from './session.ts'

/** A prompt that a person picks (D40). It only reads, through the tools' own handlers. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly auth: 'public' | 'bearer'
  readonly arguments: NonNullable<ListedPrompt['arguments']>
  /** The text that the model gets. Throws `AppError`. */
  write(given: Readonly<Record<string, string>>, reader: Reader): Promise<string>
  complete?(
    argument: { readonly name: string; readonly begun: string },
    reader: Reader,
  ): Promise<readonly string[]>
}

/** The longest argument of a prompt. The tools that receive it have their own bounds. */
const MAX_ARGUMENT = 200
const HOUR_MS = 3_600_000

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** The arguments of a prompt. Throws if one is missing or too long. */
function argumentsOf(prompt: Prompt, given: Readonly<Record<string, string>>): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { name, required } of prompt.arguments) {
    const value = given[name]?.trim() ?? ''
    if (value.length > MAX_ARGUMENT)
      throw invalid(`${name} must be text of at most ${MAX_ARGUMENT} characters.`)
    if (value !== '') values[name] = value
    else if (required) throw invalid(`${name} is required.`)
  }
  return values
}

/** Serves the prompts to one caller, after admission. */
export function servePrompts(server: Server, prompts: readonly Prompt[], reader: Reader, guard: Guard): void {
  const listed = prompts.map(({ name, title, description, arguments: args }) => ({
    name,
    title,
    description,
    arguments: args,
  }))
  server.setRequestHandler('prompts/list', () => ({
    prompts: listed,
    ttlMs: HOUR_MS,
    cacheScope: 'public' as const,
  }))
  server.setRequestHandler('prompts/get', ({ params }) =>
    guard(async (): Promise<GetPromptResult> => {
      const prompt = prompts.find(({ name }) => name === params.name)
      if (prompt === undefined) throw invalid('Unknown prompt. Call prompts/list for the names.')
      const text = await prompt.write(argumentsOf(prompt, params.arguments ?? {}), reader)
      return {
        description: prompt.description,
        messages: [{ role: 'user', content: { type: 'text', text } }],
      }
    }),
  )
}
