import type * as z from 'zod'
import type { Cursors } from './cursor.ts'
import { AppError } from './errors.ts'
import type { Links } from './links.ts'
import type { Store } from './rooms.ts'
import { type JsonSchema, jsonSchemaOf, type ObjectSchema } from './schema.ts'
import { editDistance, isStorable, visibleText } from './text.ts'

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
  owner: string
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
export type Draw = (options: { edges: boolean }) => Promise<{
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

function range(low: number | undefined, high: number | undefined, unit = '') {
  if (high === undefined) return ''
  return low === undefined ? ` of at most ${high}${unit}` : ` from ${low} to ${high}${unit}`
}

function describeConstraint(schema: JsonSchema) {
  if (schema.enum !== undefined) return `one of: ${schema.enum.join(', ')}`
  switch (schema.type) {
    case 'integer':
      return `a whole number${range(schema.minimum, schema.maximum)}`
    case 'number':
      return `a number${range(schema.minimum, schema.maximum)}`
    case 'boolean':
      return 'true or false'
    default:
      return `text${range(schema.minLength, schema.maxLength, ' characters')}`
  }
}

/** Names every field at fault with the bound that the published schema states (D9). */
function invalidArgument(schema: ObjectSchema, raw: unknown, issues: readonly z.core.$ZodIssue[]) {
  const values = new Map(typeof raw === 'object' && raw !== null ? Object.entries(raw) : [])
  const names = new Set(issues.map((issue) => String(issue.path[0] ?? '')))
  const sentences = [...names].map((name) => {
    const property = schema.properties[name]
    if (property === undefined) return 'The arguments must be a JSON object.'
    const value: unknown = values.get(name)
    const must = `must be ${describeConstraint(property)}`
    if (value === undefined) return `${name} is required and ${must}.`
    const isHidden = typeof value === 'string' && !isStorable(value)
    return `${name} ${must}${isHidden ? ', without NUL and unpaired surrogates' : ''}.`
  })
  return new AppError('invalid_argument', sentences.join(' '), {
    hint: 'Correct the argument and call again.',
  })
}

/** Text that stands for a value, by type (D12). All of it is JSON; `05`, `+5`, `1e1` and `TRUE` are text. */
const WRITTEN: Record<string, RegExp> = {
  integer: /^(?:0|-?[1-9][0-9]{0,8})$/,
  number: /^-?(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,9})?$/,
  boolean: /^(?:true|false)$/,
}

/** Text as the value that the schema asks for, if it is one. */
export function coerce(value: unknown, { type }: JsonSchema = {}): unknown {
  const stands = typeof value === 'string' && WRITTEN[String(type)]?.test(value)
  return stands ? JSON.parse(value) : value
}

/** D12: lists the names that the tool has, nearest first. */
function unknownArguments({ name, inputSchema, instead = {} }: Tool, unknown: readonly string[]) {
  // Cut, because comparing a long name is expensive.
  const given = unknown.slice(0, 5).map((argument) => argument.slice(0, 40))
  const first = given[0]?.toLowerCase() ?? ''
  const distanceOf = (argument: string) => {
    const known = argument.toLowerCase()
    return known.includes(first) || first.includes(known) ? 0 : (editDistance(first, known) ?? 0)
  }
  const known = Object.keys(inputSchema.properties).sort((one, other) => distanceOf(one) - distanceOf(other))
  const advice = unknown.flatMap((argument) => (Object.hasOwn(instead, argument) ? [instead[argument]] : []))
  const message = `${name} has no ${given.map(visibleText).join(', ')}. Its arguments are: ${known.join(', ')}.`
  return new AppError('invalid_argument', message, {
    hint: [...new Set(advice)].join(' ') || 'Nothing was done. Call again with these names only.',
  })
}

/**
 * Accepts numbers and booleans as text, and `null` for an optional argument, because models send them. Throws
 * `invalid_argument` for an unknown name (D12).
 */
export function coerceArguments(tool: Tool, given: unknown): unknown {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) return given
  const { properties, required } = tool.inputSchema
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name))
  if (unknown.length > 0) throw unknownArguments(tool, unknown)
  const meant = Object.entries(given).filter(([name, value]) => value !== null || required?.includes(name))
  return Object.fromEntries(meant.map(([name, value]) => [name, coerce(value, properties[name])]))
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
