import { requestText } from '../../helpers/wire.ts'
import { createRandom, generatedFabrics } from '../catalog.ts'

export const FABRICS = 100_000
const LIMIT = 10
/** Questions drawn from one fabric: enough for a whole run. */
const EACH = 3

/** Two to four words of a fabric, in their order. No question twice. */
function questions(): string[] {
  const random = createRandom(11)
  const found = new Set<string>()
  for (const { name, collection } of generatedFabrics(FABRICS)) {
    const words = `${name} ${collection}`.toLowerCase().split(' ')
    for (let drawn = 0; drawn < EACH; drawn += 1) {
      const from = Math.floor(random() * (words.length - 1))
      found.add(words.slice(from, from + 2 + Math.floor(random() * 3)).join(' '))
    }
  }
  return [...found]
}

/** Enough that no question has to be asked twice. */
export const FRESH_QUERIES = questions()
/** So few that each is asked many times. */
export const QUERIES = FRESH_QUERIES.slice(0, 1_000)

export const restSearch = (query: string): string =>
  requestText(`GET /api/v1/fabrics?query=${encodeURIComponent(query)}&limit=${LIMIT}`)

export function mcpSearch(query: string): string {
  const params = { name: 'search_fabric_catalog', arguments: { query, limit: LIMIT } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const lines = [
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'accept: application/json, text/event-stream',
    'mcp-protocol-version: 2025-06-18',
  ]
  return requestText('POST /mcp', lines, body)
}
