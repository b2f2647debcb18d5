import type { Operation, Tool } from '../core/tool.ts'

/** A REST operation with its tool. */
export interface RestOperation {
  readonly tool: Tool
  readonly operation: Operation
}

/** Every REST operation, in the order of the registry. */
export function restOperations(tools: readonly Tool[]): RestOperation[] {
  return tools.flatMap((tool) => tool.operations.map((operation) => ({ tool, operation })))
}

/** An operation that a document names. An unknown name throws, so that no document names what is not there. */
export function operationOf(tools: readonly Tool[], operationId: string): RestOperation {
  const found = restOperations(tools).find(({ operation }) => operation.operationId === operationId)
  if (found === undefined) throw new Error(`no operation ${operationId}`)
  return found
}
