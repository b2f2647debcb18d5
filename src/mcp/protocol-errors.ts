import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { isDefect, toAppError } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { McpSession } from './call-tool.ts'

/** Handles one request and turns its failure into a protocol error, not a tool result. */
export type Guard = <Value>(work: () => Value | Promise<Value>) => Promise<Value>

/**
 * Refuses a request that was not admitted. Every failure becomes a protocol error that says no more than
 * a tool result would (D9).
 */
export function createGuard({ refusal, request }: McpSession, log: Logger): Guard {
  return async (work) => {
    try {
      if (refusal !== undefined) throw refusal
      return await work()
    } catch (thrown) {
      if (thrown instanceof ProtocolError) throw thrown
      const error = toAppError(thrown)
      if (request !== undefined) request.failure = error
      const { code, message, status, retryAfter, cause } = error
      if (isDefect(error))
        log.error({ requestId: request?.requestId, err: cause ?? thrown }, 'mcp request failed')
      const kind = status < 500 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
      throw new ProtocolError(
        kind,
        `${code}: ${message}`,
        retryAfter === undefined ? { code } : { code, retryAfter },
      )
    }
  }
}
