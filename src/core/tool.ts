import type * as z from 'zod'
import { invalidArgument } from './arguments.ts'
import type { Cursors } from './cursor.ts'
import { AppError } from './errors.ts'
import type { Links } from './links.ts'
import type { Store } from './rooms.ts'
import { jsonSchemaOf, type ObjectSchema } from './schema.ts'

export const ICONS = ['fabric', 'guide', 'project', 'block'] as const
type Icon = (typeof ICONS)[number]

export const iconPath = (icon: Icon): string => `/icons/${icon}.svg`

/** The user of a verified access token or browser session (§5), or of this machine (`local`). */
export interface Caller {
  /** The identity provider's user id. Every private row is keyed by it. */
  readonly userId: string
  readonly scopes: readonly string[]
  readonly via: 'bearer' | 'session' | 'local'
}

export interface Services {
  readonly store: Store
  readonly links: Links
  readonly cursors: Cursors
}

interface Context extends Services {
  /** Throws `unauthorized` if nobody is signed in, and in public tools, because their answers are kept for everyone. */
  readonly owner: string
}

// All are stated, because clients differ in their defaults.
const hints = (isRead: boolean) => ({
  readOnlyHint: isRead,
  destructiveHint: false,
  idempotentHint: isRead,
  openWorldHint: false,
})

export const READS = hints(true)
/** Creates are not replay-safe (§4.5, §4.10). */
export const CREATES = hints(false)

/** How REST offers a tool. */
export interface Operation {
  readonly method: 'GET' | 'POST'
  readonly status: 200 | 201
  /** Below `/api/v1`, with input fields in braces: `/assets/{resource}/{id}`. */
  readonly path: string
  readonly operationId: string
  /** Input fields that an alias fixes (§4.7, §4.9). */
  readonly fixed: Readonly<Record<string, unknown>>
}

/** Draws an item as SVG (D39), with the finished size at the edges or without. */
export type Draw = (options: { readonly edges: boolean }) => Promise<{
  readonly svg: string
  /** The drawing only says why the item cannot be drawn. */
  readonly lacks?: string | undefined
  /** For the model: what the drawing leaves out, or lacks. */
  readonly notes: readonly string[]
}>

export interface ToolAnswer<Data> {
  /** `data` of REST, `structuredContent` of MCP. */
  readonly data: Data
  readonly created?: string
  /** For the model (D38). Called only where they are shown; some cost as much as the data. */
  readonly notes?: () => readonly string[] | Promise<readonly string[]>
  readonly draw?: Draw | undefined
  /** For a strip of swatches (D39). */
  readonly colors?: readonly (string | undefined)[]
}

export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string
  readonly title: string
  readonly icon?: Icon
  /** For a model: what it does and does not, when to use it, what comes next. */
  readonly description: string
  readonly auth: 'public' | 'user'
  readonly annotations: typeof READS
  readonly input: Input
  readonly output: Output
  /** Names that models often send by mistake, and what to do instead (D12). */
  readonly instead?: Readonly<Record<string, string>>
  readonly isRestOnly?: true
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
  readonly operations: readonly Operation[]
  /** Checks the input, runs the handler and checks its answer. Any error but an `AppError` is a defect. */
  run(input: unknown, services: Services, caller: Caller | undefined): Promise<ToolAnswer<z.output<Output>>>
}

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject>
  extends Omit<Tool<Input, Output>, 'inputSchema' | 'outputSchema' | 'operations' | 'run'> {
  /** Its own operation first, then its aliases. */
  readonly rest: ReadonlyArray<
    Pick<Operation, 'path' | 'operationId'> & { readonly fixed?: Partial<z.input<Input>> }
  >
  handler(input: z.output<Input>, context: Context): Promise<ToolAnswer<z.input<Output>>>
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: Definition<Input, Output>,
): Tool<Input, Output> {
  const { input, output, annotations, rest } = definition
  const inputSchema = jsonSchemaOf(input, 'input')
  const how = annotations.readOnlyHint
    ? ({ method: 'GET', status: 200 } as const)
    : ({ method: 'POST', status: 201 } as const)

  return {
    ...definition,
    inputSchema,
    outputSchema: jsonSchemaOf(output, 'output'),
    operations: rest.map((operation) => ({ ...how, fixed: {}, ...operation })),
    async run(given, services, caller) {
      const parsed = input.safeParse(given)
      if (!parsed.success) throw invalidArgument(inputSchema, given, parsed.error.issues)
      const answer = await definition.handler(parsed.data, {
        ...services,
        get owner() {
          if (definition.auth === 'user' && caller !== undefined) return caller.userId
          throw new AppError('unauthorized', 'Sign in to use this operation.')
        },
      })
      return { ...answer, data: output.parse(answer.data) }
    },
  }
}
