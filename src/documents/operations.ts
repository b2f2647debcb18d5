import type { Operation, Tool } from '../core/tool.ts'

export interface RestOperation {
  readonly tool: Tool
  readonly operation: Operation
}

/** In the order of the registry. */
export function restOperations(tools: readonly Tool[]): RestOperation[] {
  return tools.flatMap((tool) => tool.operations.map((operation) => ({ tool, operation })))
}

/** Throws for an unknown name, so that no document names an operation that does not exist. */
export function operationOf(tools: readonly Tool[], operationId: string): RestOperation {
  const found = restOperations(tools).find(({ operation }) => operation.operationId === operationId)
  if (found === undefined) throw new Error(`no operation ${operationId}`)
  return found
}
