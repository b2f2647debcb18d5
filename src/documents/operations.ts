import type { JsonSchema } from '../core/schema.ts'
import type { Operation, Tool } from '../core/tool.ts'

/** A REST operation with its tool. */
export interface RestOperation {
  readonly tool: Tool
  readonly operation: Operation
}

/** An operation that a document names. Unknown names throw at start. */
export interface OperationReference extends RestOperation {
  readonly operationId: string
  /** The schema of an input field. */
  input(field: string): JsonSchema
  /** The runtime expression of a member of `data`, such as `$response.body#/data/url`. */
  data(field: string): string
}

/** Every REST operation, in the order of the registry. */
export function restOperations(tools: readonly Tool[]): RestOperation[] {
  return tools
    .filter(({ surfaces }) => surfaces.includes('rest'))
    .flatMap((tool) => tool.operations.map((operation) => ({ tool, operation })))
}

/** The REST operations by id, so that a renamed operation or field breaks the build, not the document. */
export function operationsOf(tools: readonly Tool[]): (operationId: string) => OperationReference {
  const all = restOperations(tools)
  return (operationId) => {
    const found = all.find(({ operation }) => operation.operationId === operationId)
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
