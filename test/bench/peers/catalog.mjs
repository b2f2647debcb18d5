// What every peer does for a search: check the input, one prepared full-text statement, check the output.
import { createRequire } from 'node:module'
import process from 'node:process'
import * as z from 'zod'

// The project's own: one native build is enough.
const Sqlite = createRequire(new URL('../../../package.json', import.meta.url))('better-sqlite3')
const [, , port, file] = process.argv
export const PORT = Number(port)

export const input = z.object({
  query: z.string().min(1).max(100).optional(),
  limit: z.coerce.number().int().min(1).max(25).default(25),
})

export const output = z.object({
  fabrics: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      manufacturer: z.string(),
      collection: z.string(),
      sku: z.string().optional(),
      colorHex: z.string().optional(),
      libraryUrl: z.string(),
    }),
  ),
  cursor: z.string().nullable(),
  truncated: z.boolean(),
  libraryUrl: z.string(),
})

const statement = new Sqlite(file, { readonly: true }).prepare(`
  select peer_fabrics.id, peer_fabrics.name, peer_fabrics.sku, peer_fabrics.color_hex, peer_lines.manufacturer,
    peer_lines.collection
  from peer join peer_fabrics on peer_fabrics.position = peer.rowid join peer_lines on peer_lines.id = peer_fabrics.line
  where peer match ? order by bm25(peer), peer.rowid limit ?`)

const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

export function search(raw) {
  const { query = '', limit } = input.parse(raw)
  const words = query.split(/\s+/).map((word) => `"${word.replaceAll('"', '""')}"*`)
  const rows = statement.all(words.join(' AND '), limit + 1)
  const fabrics = rows.slice(0, limit).map((row) => ({
    id: row.id,
    name: row.name,
    manufacturer: row.manufacturer,
    collection: row.collection,
    ...(row.sku === null ? {} : { sku: row.sku }),
    ...(row.color_hex === null ? {} : { colorHex: row.color_hex }),
    libraryUrl: `http://localhost/fabrics/${slug(row.manufacturer)}/${slug(row.collection)}`,
  }))
  const truncated = rows.length > limit
  return output.parse({ fabrics, cursor: null, truncated, libraryUrl: 'http://localhost/fabrics' })
}

/** A tool result with both forms of the answer. */
export function toolResult(raw) {
  const data = search(raw)
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }
}

export const TOOL = {
  name: 'search_fabric_catalog',
  title: 'Search fabrics',
  description: 'Searches the fabrics by words.',
}
