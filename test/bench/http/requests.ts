import { COLORS, createRandom, generatedFabrics } from '../catalog.ts'

/** The size of the catalog that is searched. */
export const FABRICS = 100_000
const DISTINCT = 1_000
const LIMIT = 10

/** Words of fabrics that there are, alone and in pairs, each only once. */
function distinctQueries(): string[] {
  const random = createRandom(11)
  const queries = new Set<string>(COLORS.map((color) => color.toLowerCase()))
  for (const { name, collection } of generatedFabrics(FABRICS)) {
    if (queries.size >= DISTINCT) break
    if (random() < 0.8) continue
    const words = `${name} ${random() < 0.3 ? collection : ''}`.toLowerCase().trim().split(/\s+/)
    queries.add([words[0], words[1 + Math.floor(random() * (words.length - 1))]].filter(Boolean).join(' '))
  }
  return [...queries].slice(0, DISTINCT)
}

export const QUERIES = distinctQueries()

type Headers = Readonly<Record<string, string>>

function wire(line: string, headers: Headers, body = ''): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`)
  return [`${line} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })

export const restSearch = (query: string): string =>
  wire(`GET /api/v1/fabrics?query=${encodeURIComponent(query)}&limit=${LIMIT}`, {})

function post(path: string, message: object, headers: Headers): string {
  const body = JSON.stringify(message)
  const length = String(Buffer.byteLength(body))
  return wire(
    `POST ${path}`,
    { 'content-type': 'application/json', 'content-length': length, ...headers },
    body,
  )
}

export const restProjects = (token: string): string => wire('GET /api/v1/projects', bearer(token))

export const restCreate = (token: string): string =>
  post('/api/v1/projects', { name: 'Bench' }, bearer(token))

export function mcpSearch(query: string): string {
  const params = { name: 'search_fabric_catalog', arguments: { query, limit: LIMIT } }
  return post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
    { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
  )
}
