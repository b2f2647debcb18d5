import type { JsonSchema } from './schema.ts'
import type { Operation, Tool } from './tool.ts'

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
