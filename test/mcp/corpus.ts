import { MODERN_VERSION, modernHeaders, modernMessage } from '../helpers/mcp.ts'

export interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

type Fields = Readonly<Record<string, unknown>>

const PREFIX = 'io.modelcontextprotocol'

const CAPABILITIES = [
  { elicitation: { form: { applyDefaults: true }, url: {} } },
  { elicitation: { form: 1 } },
  { sampling: { tools: {}, context: {} }, roots: { listChanged: true } },
  { roots: { listChanged: 'yes' } },
  { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } },
  { extensions: { a: 1 } },
  { experimental: [] },
  { unknown: { a: 1 } },
  null,
  'all',
]
const CLIENT = { name: 'corpus', version: '1' }
const CLIENTS = [
  { ...CLIENT, title: 'T', websiteUrl: 'https://example.com', icons: [{ src: 'https://example.com/i.png' }] },
  { ...CLIENT, icons: 'none' },
  { ...CLIENT, other: 1 },
  { name: 'no version' },
  null,
]

/** What may stand in `_meta`. The last ones stand instead of it. */
const METAS: readonly unknown[] = [
  {},
  ...['p', 7, 1.5, {}].map((progressToken) => ({ progressToken })),
  { 'openai/userAgent': 'x', 'claudecode/toolUseId': 'y' },
  { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  ...[{ taskId: 't' }, 1].map((task) => ({ [`${PREFIX}/related-task`]: task })),
  ...['info', 'loud'].map((level) => ({ [`${PREFIX}/logLevel`]: level })),
  ...CLIENTS.map((client) => ({ [`${PREFIX}/clientInfo`]: client })),
  ...CAPABILITIES.map((capabilities) => ({ [`${PREFIX}/clientCapabilities`]: capabilities })),
  ...[MODERN_VERSION, '2025-06-18', '2099-01-01', 1].map((it) => ({ [`${PREFIX}/protocolVersion`]: it })),
  null,
  'x',
  [],
]

const RULERS = { name: 'browse_supplies', arguments: { category: 'rulers' } }
const SEARCH = 'search_fabric_catalog'
/** Reads only, and creates that fail: two ways must not see one another's work. Then what is no call. */
const CALLS: readonly Fields[] = [
  RULERS,
  { name: SEARCH },
  ...[{ query: 'kona', limit: 2 }, { query: '' }, { limit: '3', manufacturer: null }, { cursor: 'x' }].map(
    (given) => ({ name: SEARCH, arguments: given }),
  ),
  { name: 'list_my_projects', arguments: { limit: 2 } },
  { name: 'list_my_assets', arguments: { resource: 'quilts', limit: 1 } },
  { name: 'get_asset', arguments: { resource: 'quilts', id: 'qlt_none' } },
  { name: 'create_project', arguments: {} },
  { name: 'create_block_stub', arguments: { name: '' } },
  {},
  { name: 'no_such_tool' },
  { name: 1 },
  ...[{}, { category: 'rulers', colour: 1 }, null, [], 'x'].map((given) => ({ ...RULERS, arguments: given })),
  ...[{ task: { ttl: 1 } }, { extra: 1 }, { inputResponses: {} }, { requestState: 's' }].map((more) => ({
    ...RULERS,
    ...more,
  })),
]
const PARAMS: Readonly<Record<string, readonly (Fields | undefined)[]>> = {
  'tools/call': CALLS,
  'tools/list': [undefined, {}, { cursor: 'x' }, { cursor: 1 }, { other: 1 }],
  ping: [undefined, {}],
  'prompts/list': [{}],
  'resources/read': [{ uri: 'selvage://none' }],
  'no/such/method': [{}],
  'notifications/initialized': [{}],
}

const BASE64_NAME = `=?base64?${Buffer.from(RULERS.name).toString('base64')}?=`
/** Values of each header that may be different. `undefined` leaves it out. */
const HEADERS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'mcp-session-id': ['x'],
  'mcp-protocol-version': [
    ...[undefined, '2025-11-25', '2025-03-26', '2024-10-07', '1999-01-01'],
    ...[MODERN_VERSION, ` ${MODERN_VERSION} `],
  ],
  'mcp-method': [undefined, 'tools/list', 'TOOLS/CALL'],
  'mcp-name': [undefined, 'get_asset', BASE64_NAME, '=?base64?%%%?='],
  accept: [undefined, 'application/json', '*/*', 'text/event-stream;q=1,application/json'],
  'content-type': ['application/json; charset=utf-8', 'text/plain'],
  'user-agent': ['ChatGPT-User/2.0'],
}

/** Members of the envelope. */
const ENVELOPES: readonly Fields[] = [
  ...[1, 0, -1, 'a', '', 'é"\\', 9_007_199_254_740_992, 1.5, null, true, {}, []].map((id) => ({ id })),
  ...['1.0', 2].map((jsonrpc) => ({ jsonrpc })),
  ...['x', [], null].map((params) => ({ params })),
  { extra: 1 },
  { result: {} },
  { method: 7 },
]

/** One thing that is different about a message. */
interface Change {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly meta?: unknown
  readonly members?: Fields
}

const CHANGES: readonly Change[] = [
  ...Object.entries(HEADERS).flatMap(([name, values]) =>
    values.map((value) => ({ headers: { [name]: value } })),
  ),
  ...METAS.map((meta) => ({ meta })),
  ...ENVELOPES.map((members) => ({ members })),
]

function message(method: string, own: Fields | undefined, isModern: boolean, change: Change = {}): Sent {
  const { headers = {}, meta, members } = change
  const usual = isModern ? modernMessage(method, own) : { jsonrpc: '2.0', id: 1, method, params: own }
  const { _meta } = modernMessage(method).params
  const isMembers = typeof meta === 'object' && meta !== null && !Array.isArray(meta)
  const changed = isMembers ? { ...(isModern ? _meta : {}), ...meta } : meta
  const name = typeof own?.['name'] === 'string' ? own['name'] : undefined
  const all = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(isModern ? modernHeaders(method, name) : {}),
    ...headers,
  }
  const present = Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))
  return {
    headers: Object.fromEntries(present),
    body: {
      ...usual,
      ...('meta' in change ? { params: { ...own, _meta: changed } } : {}),
      ...(method.startsWith('notifications/') ? { id: undefined } : {}),
      ...members,
    },
  }
}

/** Messages of both revisions: plain ones, and such with one thing that is unusual or wrong. */
export function* corpus(): Generator<Sent> {
  for (const isModern of [false, true]) {
    for (const [method, forms] of Object.entries(PARAMS)) {
      for (const own of forms) {
        yield message(method, own, isModern)
        yield message(method, own, isModern, { headers: { authorization: 'Bearer somebody' } })
      }
    }
    for (const change of CHANGES) {
      yield message('tools/call', RULERS, isModern, change)
      yield message('tools/list', {}, isModern, change)
      yield message('ping', {}, isModern, change)
    }
    const own = { name: 'get_asset', arguments: { resource: 'quilts', id: 'qlt_none' } }
    yield message('tools/call', own, isModern, { headers: { 'user-agent': 'ChatGPT-User/2.0' } })
  }
  for (const body of [[], [{ jsonrpc: '2.0', id: 1, method: 'ping' }], null, 1, 'x', {}])
    yield { ...message('ping', {}, false), body }
}
