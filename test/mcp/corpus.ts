import { MODERN_VERSION } from '../helpers/mcp.ts'

export interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

type Fields = Readonly<Record<string, unknown>>

const PREFIX = 'io.modelcontextprotocol'
const BOTH = 'application/json, text/event-stream'
const CLIENT = { name: 'corpus', version: '1' }
const MODERN_META = { [`${PREFIX}/protocolVersion`]: MODERN_VERSION, [`${PREFIX}/clientCapabilities`]: {} }

/** Numbers that look drawn by lot, and are the same in every run. */
function* lots(): Generator<number, never> {
  let state = 20_260_728
  while (true) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}
const draws = lots()
const pick = <Value>(values: readonly Value[]): Value => {
  const value = values[Math.floor(draws.next().value * values.length)]
  if (value === undefined && !values.includes(value as Value)) throw new Error('nothing to pick from')
  return value as Value
}

const IDS = [1, 0, -1, 'a', '', 'é"\\', 9_007_199_254_740_991, 9_007_199_254_740_992, 1.5, null, true, {}, []]
const ENVELOPES = [
  { jsonrpc: '1.0' },
  { jsonrpc: 2 },
  { extra: 1 },
  { result: {} },
  { method: 7 },
  { params: 'x' },
  { params: [] },
  { params: null },
]

const CAPABILITIES = [
  {},
  { elicitation: {} },
  { elicitation: { form: {}, url: {} } },
  { elicitation: { form: { applyDefaults: true } } },
  { elicitation: { form: 1 } },
  { sampling: {}, roots: { listChanged: true } },
  { sampling: { tools: {}, context: {} } },
  { sampling: true },
  { roots: { listChanged: 'yes' } },
  { roots: { other: 1 } },
  { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } },
  { extensions: { a: 1 } },
  { experimental: { a: { b: [1] } } },
  { experimental: [] },
  { tasks: { list: {} } },
  { unknown: { a: 1 } },
  null,
  [],
  'all',
]
const CLIENTS = [
  CLIENT,
  { ...CLIENT, title: 'T', description: 'd', websiteUrl: 'https://example.com' },
  { ...CLIENT, icons: [{ src: 'https://example.com/i.png' }] },
  { ...CLIENT, icons: 'none' },
  { ...CLIENT, other: 1 },
  { name: 'no version' },
  { name: 1, version: '1' },
  null,
]

/** Members of `_meta` that any message may have. */
const METAS: readonly Fields[] = [
  {},
  { progressToken: 'p' },
  { progressToken: 7 },
  { progressToken: 1.5 },
  { progressToken: {} },
  { 'openai/userAgent': 'x', 'claudecode/toolUseId': 'y' },
  { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  { [`${PREFIX}/related-task`]: { taskId: 't' } },
  { [`${PREFIX}/related-task`]: 1 },
  { [`${PREFIX}/logLevel`]: 'info' },
  { [`${PREFIX}/logLevel`]: 'loud' },
  ...CLIENTS.map((client) => ({ [`${PREFIX}/clientInfo`]: client })),
  ...CAPABILITIES.map((capabilities) => ({ [`${PREFIX}/clientCapabilities`]: capabilities })),
  { [`${PREFIX}/protocolVersion`]: MODERN_VERSION },
  { [`${PREFIX}/protocolVersion`]: '2025-06-18' },
  { [`${PREFIX}/protocolVersion`]: '2099-01-01' },
  { [`${PREFIX}/protocolVersion`]: 1 },
]
const WRONG_METAS = [null, 1, 'x', []]

/** Reads only, and creates that fail: two ways must not see one another's work. */
const CALLS: readonly Fields[] = [
  { name: 'search_fabric_catalog', arguments: { query: 'kona', limit: 2 } },
  { name: 'search_fabric_catalog', arguments: { query: '' } },
  { name: 'search_fabric_catalog', arguments: { limit: '3', manufacturer: null } },
  { name: 'search_fabric_catalog', arguments: { cursor: 'x' } },
  { name: 'search_fabric_catalog' },
  { name: 'browse_supplies', arguments: { category: 'rulers', limit: 1 } },
  { name: 'browse_supplies', arguments: {} },
  { name: 'browse_supplies', arguments: { category: 'rulers', colour: 1 } },
  { name: 'list_my_projects', arguments: { limit: 2 } },
  { name: 'list_my_assets', arguments: { resource: 'quilts', limit: 1 } },
  { name: 'get_asset', arguments: { resource: 'quilts', id: 'qlt_none' } },
  { name: 'create_project', arguments: {} },
  { name: 'create_block_stub', arguments: { name: '' } },
]
const WRONG_CALLS: readonly Fields[] = [
  {},
  { name: 'no_such_tool' },
  { name: 1 },
  { name: 'browse_supplies', arguments: null },
  { name: 'browse_supplies', arguments: [] },
  { name: 'browse_supplies', arguments: 'x' },
  { name: 'browse_supplies', arguments: { category: 'rulers' }, task: { ttl: 1 } },
  { name: 'browse_supplies', arguments: { category: 'rulers' }, extra: 1 },
  { name: 'browse_supplies', arguments: { category: 'rulers' }, inputResponses: {} },
  { name: 'browse_supplies', arguments: { category: 'rulers' }, requestState: 's' },
]
const PAGES: readonly Fields[] = [{}, {}, { cursor: 'x' }, { cursor: 1 }, { other: 1 }]
const PARAMS: Readonly<Record<string, readonly Fields[]>> = {
  'tools/call': [...CALLS, ...CALLS, ...WRONG_CALLS],
  'tools/list': PAGES,
  ping: [{}],
  'prompts/list': [{}],
  'resources/read': [{ uri: 'selvage://none' }],
  'no/such/method': [{}],
  'notifications/initialized': [{}],
}

function headersOf(method: string, params: Fields, isModern: boolean): Record<string, string> {
  const name = params['name']
  return {
    accept: BOTH,
    'content-type': 'application/json',
    ...(isModern ? { 'mcp-protocol-version': MODERN_VERSION, 'mcp-method': method } : {}),
    ...(isModern && typeof name === 'string' ? { 'mcp-name': name } : {}),
  }
}

const base64Name = (name: unknown) => `=?base64?${Buffer.from(String(name)).toString('base64')}?=`

/** One or another thing that is different about the headers; `undefined` leaves one out. */
const HEADERS: readonly ((params: Fields) => Readonly<Record<string, string | undefined>>)[] = [
  () => ({ 'mcp-protocol-version': undefined }),
  ...[
    '2025-11-25',
    '2025-06-18',
    '2025-03-26',
    '2024-10-07',
    MODERN_VERSION,
    ` ${MODERN_VERSION} `,
    '1999-01-01',
  ].map((version) => () => ({ 'mcp-protocol-version': version })),
  () => ({ 'mcp-method': undefined }),
  () => ({ 'mcp-method': 'tools/list' }),
  () => ({ 'mcp-method': 'TOOLS/CALL' }),
  () => ({ 'mcp-name': undefined }),
  () => ({ 'mcp-name': 'browse_supplies' }),
  ({ name }) => ({ 'mcp-name': base64Name(name) }),
  () => ({ 'mcp-name': '=?base64?%%%?=' }),
  ...['application/json', 'text/event-stream', '*/*', 'text/event-stream;q=1,application/json'].map(
    (accept) => () => ({ accept }),
  ),
  () => ({ accept: undefined }),
  () => ({ 'content-type': 'application/json; charset=utf-8' }),
  () => ({ 'content-type': 'text/plain' }),
  () => ({ 'mcp-session-id': 'x' }),
  () => ({ 'user-agent': 'ChatGPT-User/2.0' }),
]

/** What may be different about a plain message. */
const CHANGES = ['none', 'none', 'headers', 'meta', 'meta', 'id', 'envelope'] as const

function message(method: string, own: Fields, isModern: boolean, change: (typeof CHANGES)[number]): Sent {
  const usual = isModern ? MODERN_META : undefined
  const _meta =
    change === 'meta' ? pick([...METAS.map((meta) => ({ ...usual, ...meta })), ...WRONG_METAS]) : usual
  const params = { ...own, ...(_meta === undefined ? {} : { _meta }) }
  const isNotification = method.startsWith('notifications/')
  const hasParams = Object.keys(params).length > 0 || pick([true, false])
  const body = {
    jsonrpc: '2.0',
    ...(isNotification ? {} : { id: change === 'id' ? pick(IDS) : 1 }),
    method,
    ...(hasParams ? { params } : {}),
    ...(change === 'envelope' ? pick(ENVELOPES) : {}),
  }
  const headers: Record<string, string> = headersOf(method, own, isModern)
  for (const [name, value] of Object.entries(change === 'headers' ? pick(HEADERS)(own) : {})) {
    if (value === undefined) delete headers[name]
    else headers[name] = value
  }
  if (pick([true, false])) headers['authorization'] = 'Bearer somebody'
  return { headers, body }
}

const ROUNDS = 15

/** Messages of both revisions, plain ones and such with something unusual or wrong about them. */
export function* corpus(): Generator<Sent> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [method, forms] of Object.entries(PARAMS)) {
      for (const own of forms) {
        for (const isModern of [false, true]) yield message(method, own, isModern, pick(CHANGES))
      }
    }
  }
  const own = { name: 'get_asset', arguments: { resource: 'quilts', id: 'qlt_none' } }
  for (const isModern of [false, true]) {
    const headers = { ...headersOf('tools/call', own, isModern), 'user-agent': 'ChatGPT-User/2.0' }
    const params = isModern ? { ...own, _meta: MODERN_META } : own
    yield { headers, body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } }
  }
  yield { headers: headersOf('ping', {}, false), body: [] }
  yield { headers: headersOf('ping', {}, false), body: [{ jsonrpc: '2.0', id: 1, method: 'ping' }] }
  for (const body of [null, 1, 'x', {}]) yield { headers: headersOf('ping', {}, false), body }
}
