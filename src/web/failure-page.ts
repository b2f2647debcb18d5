import type { H3Event } from 'h3'
import { API_PREFIX, MCP_PATH } from '../core/contract.ts'
import type { AppError } from '../core/errors.ts'
import { failureReply, type Reply } from '../http/reply.ts'
import type { Site } from './layout.ts'
import { prefersPage } from './negotiation.ts'
import { failurePage } from './pages/states.ts'
import { pageReply } from './replies.ts'

/** The answer to a failed request of a browser; `undefined` for a program, which reads the envelope. */
export type FailurePage = (event: H3Event, error: AppError) => Reply | undefined

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)

/** Outside of the API and of MCP, `Accept` decides whether a failure is a page (D42). */
export function createFailurePage(site: Site): FailurePage {
  return (event, error) => {
    const { pathname } = event.url
    if (isBelow(pathname, API_PREFIX) || isBelow(pathname, MCP_PATH)) return undefined
    if (!prefersPage(event.req.headers.get('accept'))) return undefined
    const { 'content-type': _, ...headers } = failureReply(error).headers
    // An address with bad arguments counts as a page that does not exist.
    const status = error.status === 400 ? 404 : error.status
    const page = failurePage(site, error)
    return pageReply(site, page, { status, caching: 'private', headers: { ...headers, vary: 'Accept' } })
  }
}
