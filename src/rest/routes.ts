import type { H3Event } from 'h3'
import { demandOfTool, type Gate } from '../auth/index.ts'
import { coerce } from '../core/arguments.ts'
import { API_PREFIX } from '../core/contract.ts'
import { AppError } from '../core/errors.ts'
import { bytesToKeep, memoize } from '../core/memoize.ts'
import type { Served, ToolRunner } from '../core/run-tool.ts'
import { codePointLength } from '../core/text.ts'
import type { Caller, Operation, Tool } from '../core/tool.ts'
import { readJson } from '../http/body.ts'
import { JSON_HEADERS, type Reply } from '../http/reply.ts'
import type { Handler, Route } from '../http/router.ts'
import { decode, parseQuery } from './query.ts'

/** The longest Idempotency-Key. It is reserved and has no effect (§8). */
const MOST_KEY_CHARACTERS = 200

const PUBLIC_CACHE = 'public, max-age=60, stale-while-revalidate=300'

interface RestOptions {
  readonly tools: readonly Tool[]
  readonly runner: ToolRunner
  readonly gate: Gate
}

/** Input is in path and query, or in the JSON body. Values that an alias fixes win. */
function inputReader({ inputSchema }: Tool, { method, path, fixed }: Operation) {
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const names = Object.keys(inputSchema.properties)
  const queryNames = new Set(names.filter((name) => !pathNames.includes(name) && !(name in fixed)))
  if (method === 'POST') {
    return async (event: H3Event): Promise<unknown> => {
      const body = await readJson(event)
      const key = event.req.headers.get('idempotency-key')
      if (key !== null && codePointLength(Buffer.from(key, 'latin1').toString()) > MOST_KEY_CHARACTERS) {
        throw new AppError(
          'invalid_argument',
          `Idempotency-Key must be text of at most ${MOST_KEY_CHARACTERS} characters.`,
        )
      }
      return body
    }
  }
  return (event: H3Event): unknown => {
    const parameters = parseQuery(event.url.search, queryNames)
    for (const name of pathNames) parameters.set(name, decode(event.context.params?.[name] ?? '', 'path'))
    const values = [...parameters].map(([name, text]) => [name, coerce(text, inputSchema.properties[name])])
    return { ...Object.fromEntries(values), ...fixed }
  }
}

/** The envelope (§1). Memoized, because answers are kept. */
const envelopeOf = memoize(({ json }: Served) => bytesToKeep(`{"success":true,"data":${json}}`))

/** A public answer is the same for everyone, but signed-in callers get their own limit headers. */
function cacheControlOf({ auth }: Tool, caller: Caller | undefined): string {
  if (auth === 'user') return 'no-store'
  return caller === undefined ? PUBLIC_CACHE : 'private, max-age=60'
}

function createHandler(tool: Tool, operation: Operation, options: RestOptions): Handler {
  const { gate, runner } = options
  const demand = demandOfTool(tool)
  const readInput = inputReader(tool, operation)
  return async (event, request): Promise<Reply> => {
    request.operation = operation.operationId
    const { caller, limitHeaders } = await gate.enter(request, demand)
    const served = await runner.runForClient(tool, await readInput(event), caller)
    request.created = served.created
    return {
      status: operation.status,
      headers: { ...JSON_HEADERS, 'cache-control': cacheControlOf(tool, caller), ...limitHeaders },
      body: envelopeOf(served),
    }
  }
}

/** `/assets/{resource}/{id}` → `/api/v1/assets/:resource/:id` */
function toPattern(path: string): string {
  return `${API_PREFIX}${path.replace(/\{(\w+)\}/g, ':$1')}`
}

/** The operations of §4. GET and POST of one path share a route. */
export function restRoutes(options: RestOptions): Route[] {
  const routes = new Map<string, Route>()
  for (const tool of options.tools) {
    for (const operation of tool.operations) {
      const path = toPattern(operation.path)
      const handler = createHandler(tool, operation, options)
      const method = operation.method === 'GET' ? { get: handler } : { post: handler }
      routes.set(path, { path, countsItself: true, ...routes.get(path), ...method })
    }
  }
  return [...routes.values()]
}
