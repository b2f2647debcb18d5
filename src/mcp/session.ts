import type * as z from 'zod'
import type { AppError } from '../core/errors.ts'
import type { Fabrics } from '../core/repositories.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import type { Answer, Caller, Tool } from '../core/tool.ts'
import type { RequestContext } from '../http/request-context.ts'

/** The caller of a message, and whether it is refused. */
export interface McpSession {
  readonly caller: Caller | undefined
  /** Why it is refused, such as `rate_limited`. */
  readonly refusal?: AppError | undefined
  /** Where the outcome is noted. */
  readonly request?: RequestContext
}

/** What resources and prompts read with: the tools, called for one caller, and the catalog. */
export interface Reader {
  readonly caller: Caller | undefined
  readonly fabrics: Pick<Fabrics, 'makers'>
  /** Runs a tool. Throws an `AppError` that the caller may see. */
  run<Input extends z.ZodObject, Output extends z.ZodObject>(
    tool: Tool<Input, Output>,
    input: z.input<Input>,
  ): Promise<Answer<z.output<Output>>>
}

export function createReader(
  { run }: ToolRunner,
  fabrics: Pick<Fabrics, 'makers'>,
  caller: Caller | undefined,
): Reader {
  return { caller, fabrics, run: (tool, input) => run(tool, input, caller) }
}
