import type { Prompt as ListedPrompt } from '@modelcontextprotocol/server'
import { AppError } from '../core/errors.ts'
import type { McpReader } from './resources.ts'

/** A prompt that a person picks (D40). It only reads, through the tools' own handlers. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly auth: 'public' | 'bearer'
  readonly arguments: NonNullable<ListedPrompt['arguments']>
  /** The text that the model gets. Throws `AppError`. */
  write(given: Readonly<Record<string, string>>, reader: McpReader): Promise<string>
  complete?(
    argument: { readonly name: string; readonly begun: string },
    reader: McpReader,
  ): Promise<readonly string[]>
}

/** The longest argument of a prompt. The tools that receive it have their own bounds. */
const MAX_ARGUMENT = 200

/** The arguments of a prompt. Throws `invalid_argument` if one is missing or too long. */
export function promptArguments(
  prompt: Prompt,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const values: Record<string, string> = {}
  for (const { name, required } of prompt.arguments) {
    const value = given[name]?.trim() ?? ''
    if (value.length > MAX_ARGUMENT)
      throw new AppError('invalid_argument', `${name} must be text of at most ${MAX_ARGUMENT} characters.`)
    if (value !== '') values[name] = value
    else if (required) throw new AppError('invalid_argument', `${name} is required.`)
  }
  return values
}
