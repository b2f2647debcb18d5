import type { AppError } from './errors.ts'

/**
 * What the log and the metrics report about one request. Each layer notes what it learns, and only
 * `operations` reads it.
 */
export interface RequestRecord {
  /** The id that the answer shows. */
  requestId?: string
  /** A REST operation, a tool, an MCP method or a path: always one of a fixed set. */
  operation?: string
  userId?: string
  /** Why it was refused or failed, even if the HTTP status is 200. */
  failure?: AppError
  /** The id of what was created. */
  created?: string
}

const CREATED = /"(?:projectId|blockId)":"([^"]+)"/

/** Notes the id in the answer of a create. */
export function noteCreated(record: RequestRecord, json: string): void {
  const [, id] = CREATED.exec(json) ?? []
  if (id !== undefined) record.created = id
}
