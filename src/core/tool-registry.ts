import type { JsonSchema } from './schema.ts'
import type { Operation, Tool } from './tool.ts'

const NAME = /^[a-z][a-z0-9_]{2,39}$/
const UNPORTABLE = ['anyOf', 'oneOf', 'allOf', '$ref', '$defs', '$schema']

function duplicates(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}

/** Every schema below one, itself included, with its place. */
function* walk(schema: JsonSchema, place: string): Generator<readonly [string, JsonSchema]> {
  yield [place, schema]
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* walk(property, `${place}.${name}`)
  if (schema.items !== undefined) yield* walk(schema.items, `${place}[]`)
}

function schemaProblems(schema: JsonSchema, place: string): string[] {
  const problems: string[] = []
  for (const [at, part] of walk(schema, place)) {
    for (const keyword of UNPORTABLE) {
      if (keyword in part) problems.push(`${at}: ${keyword} is not understood by every client`)
    }
    for (const [name, property] of Object.entries(part.properties ?? {})) {
      if (property.description === undefined) problems.push(`${at}.${name}: no description`)
    }
  }
  return problems
}

function toolProblems(tool: Tool): string[] {
  const { name, annotations, operations } = tool
  const problems: string[] = []
  if (!NAME.test(name)) problems.push(`${name}: a tool name is 3 to 40 characters of snake_case`)
  if (tool.description.length > 2000) problems.push(`${name}: the description is over 2,000 characters`)
  if (annotations.readOnlyHint && annotations.destructiveHint)
    problems.push(`${name}: read-only and destructive`)
  for (const { method, path, fixed } of operations) {
    if ((method === 'GET') !== annotations.readOnlyHint) {
      problems.push(`${name}: ${method} ${path} contradicts readOnlyHint`)
    }
    const fields = [...Object.keys(fixed), ...[...path.matchAll(/\{(\w+)\}/g)].map(([, field = '']) => field)]
    for (const field of fields) {
      if (!(field in tool.inputSchema.properties))
        problems.push(`${name}: ${path} names no input field ${field}`)
    }
  }
  return [
    ...problems,
    ...schemaProblems(tool.inputSchema, `${name}.input`),
    ...schemaProblems(tool.outputSchema, `${name}.output`),
  ]
}

/** Checks all definitions once, at start. Throws one error that names every problem. */
export function checkTools(tools: readonly Tool[]): void {
  const operations = tools.flatMap((tool) => tool.operations)
  const problems = [
    ...duplicates(tools.map(({ name }) => name)).map((name) => `${name}: two tools of this name`),
    ...duplicates(operations.map(({ operationId }) => operationId)).map(
      (id) => `${id}: two operations of this id`,
    ),
    ...duplicates(operations.map(({ method, path }) => `${method} ${path}`)).map(
      (route) => `${route}: defined twice`,
    ),
    ...tools.flatMap(toolProblems),
  ]
  if (problems.length > 0) throw new Error(`The tool definitions have problems:\n  ${problems.join('\n  ')}`)
}

/** An operation that a document names. Unknown names throw at start. */
export interface OperationReference {
  readonly operationId: string
  readonly tool: Tool
  readonly operation: Operation
  /** The schema of an input field. */
  input(field: string): JsonSchema
  /** The runtime expression of a member of `data`, such as `$response.body#/data/url`. */
  data(field: string): string
}

/** The operations of the registry by id, so that a renamed operation or field breaks the build, not the document. */
export function operationsOf(tools: readonly Tool[]): (operationId: string) => OperationReference {
  const known = new Map(
    tools.flatMap((tool) =>
      tool.operations.map((operation) => [operation.operationId, { tool, operation }] as const),
    ),
  )
  return (operationId) => {
    const found = known.get(operationId)
    if (found === undefined) throw new Error(`no operation ${operationId}`)
    const { inputSchema, outputSchema } = found.tool
    return {
      operationId,
      ...found,
      input(field) {
        const schema = inputSchema.properties[field]
        if (schema === undefined) throw new Error(`${operationId} has no input ${field}`)
        return schema
      },
      data(field) {
        if (!(field in outputSchema.properties)) throw new Error(`${operationId} answers no ${field}`)
        return `$response.body#/data/${field}`
      },
    }
  }
}

/** Every REST operation with its tool, in the order of the registry. */
export function restOperations(
  tools: readonly Tool[],
): { readonly tool: Tool; readonly operation: Operation }[] {
  return tools
    .filter(({ surfaces }) => surfaces.includes('rest'))
    .flatMap((tool) => tool.operations.map((operation) => ({ tool, operation })))
}
