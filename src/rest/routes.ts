import type { H3Event } from 'h3'
import { demandOfTool, type Gate } from '../auth/index.ts'
import { API_PREFIX } from '../core/contract.ts'
import { AppError } from '../core/errors.ts'
import { bytesToKeep, memoize } from '../core/memoize.ts'
import type { Served, ToolRunner } from '../core/run-tool.ts'
import { codePointLength } from '../core/text.ts'
import { type Caller, coerce, type Operation, type Tool } from '../core/tool.ts'
import { readJson } from '../http/body.ts'
import { JSON_HEADERS, type Reply } from '../http/reply.ts'
import type { Handler, Route } from '../http/router.ts'

/** The longest Idempotency-Key. It is reserved and has no effect (§8). */
const MOST_KEY_CHARACTERS = 200

const PUBLIC_CACHE = 'public, max-age=60, stale-while-revalidate=300'

interface RestOptions {
  tools: readonly Tool[]
  runner: ToolRunner
  gate: Gate
}

const invalid = (message: string, cause?: unknown) => new AppError('invalid_argument', message, { cause })

/** Strict percent-decoding (D12). */
function decode(text: string, part: 'path' | 'query') {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    throw invalid(`The ${part} is not valid percent-encoded UTF-8.`, error)
  }
}

async function readBody(event: H3Event) {
  const body = await readJson(event)
  const key = event.req.headers.get('idempotency-key') ?? ''
  if (codePointLength(Buffer.from(key, 'latin1').toString()) > MOST_KEY_CHARACTERS)
    throw invalid(`Idempotency-Key must be text of at most ${MOST_KEY_CHARACTERS} characters.`)
  return body
}

/** Values that an alias fixes win. Unknown parameters are ignored, but have to be valid as well (D12). */
function inputReader({ inputSchema }: Tool, { method, fixed }: Operation) {
  if (method === 'POST') return readBody
  const own = Object.entries(inputSchema.properties).filter(([name]) => !(name in fixed))
  return ({ url, context }: H3Event): unknown => {
    decode(url.search, 'query')
    const given = own.flatMap(([name, schema]) => {
      const inPath = context.params?.[name]
      if (inPath !== undefined) return [[name, coerce(decode(inPath, 'path'), schema)]]
      const [value, ...others] = url.searchParams.getAll(name)
      if (others.length > 0) throw invalid(`${name} is given more than once.`)
      return value === undefined ? [] : [[name, coerce(value, schema)]]
    })
    return { ...Object.fromEntries(given), ...fixed }
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
    const served = await runner.runAsJson(tool, await readInput(event), caller)
    request.created = served.created
    return {
      status: operation.status,
      headers: { ...JSON_HEADERS, 'cache-control': cacheControlOf(tool, caller), ...limitHeaders },
      body: envelopeOf(served),
    }
  }
}

/** The operations of §4. GET and POST of one path share a route. */
export function restRoutes(options: RestOptions): Route[] {
  const routes = new Map<string, Route>()
  for (const tool of options.tools) {
    for (const operation of tool.operations) {
      // `/assets/{resource}/{id}` → `/api/v1/assets/:resource/:id`
      const path = `${API_PREFIX}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`
      const handler = createHandler(tool, operation, options)
      const method = operation.method === 'GET' ? { get: handler } : { post: handler }
      routes.set(path, { path, countsItself: true, ...routes.get(path), ...method })
    }
  }
  return [...routes.values()]
}
