import { requestText } from '../helpers/wire.ts'

/** A request as it goes over the wire, and whether its client leaves before the answer. */
export interface Asked {
  readonly bytes: string
  readonly leaves?: boolean
}

const WORDS = ['kona', 'navy', 'moda bella', 'blue', 'kona coral', 'batik', '#336699', 'grunge']

function request(target: string, { token = '', body }: { token?: string; body?: object } = {}): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ]
  return requestText(target, lines, text)
}

/** Without credentials. */
export const getRequest = (path: string): string => request(`GET ${path}`)

/** A new search each time: `clients.ts` puts a number in. It costs the server more than its client. */
export const NEW_SEARCH: Asked = { bytes: getRequest('/api/v1/fabrics?query=konna+bleu+{sent}') }

const tool = (name: string, args: object, token = '') =>
  request('POST /mcp', {
    token,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  })

/** Reads, searches, creates, bad tokens and clients that leave. Half of the searches are new. */
export function mixedRequests(token: string): Asked[] {
  const searches = Array.from({ length: 400 }, (_, index) => {
    const word = WORDS[index % WORDS.length] ?? ''
    return [
      { bytes: request(`GET /api/v1/fabrics?query=${encodeURIComponent(`${word} ${index}`)}`) },
      { bytes: request(`GET /api/v1/fabrics?query=${encodeURIComponent(word)}`) },
      { bytes: tool('search_fabric_catalog', { query: word }) },
      { bytes: request('GET /api/v1/projects', { token }) },
      { bytes: request('GET /api/v1/quilts', { token }) },
      { bytes: tool('list_my_assets', { resource: 'blocks' }, token) },
      { bytes: request('POST /api/v1/projects', { token, body: { name: 'Soak' } }) },
      { bytes: request('GET /api/v1/auth/me', { token: 'bad' }) },
      { bytes: request('GET /api/v1/openapi.json'), leaves: true },
    ]
  })
  return searches.flat()
}
