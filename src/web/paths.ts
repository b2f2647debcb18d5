import { createLinks, slugOf } from '../core/links.ts'
import type { FabricRecord, SupplyCategory } from '../core/rooms.ts'

export type Line = Pick<FabricRecord, 'manufacturer' | 'collection'>

/** Empty values are left out. */
export type Query = ReadonlyArray<readonly [name: string, value: string | undefined]>

function withQuery(path: string, query: Query) {
  const search = new URLSearchParams()
  for (const [name, value] of query) if (value) search.append(name, value)
  return search.size === 0 ? path : `${path}?${search}`
}

/** `within` are words that all fabrics must have. */
export const paletteQuery = (colors: readonly string[], within?: string): Query => [
  ...colors.map((color) => ['c', color.slice(1)] as const),
  ['in', within],
]

const links = createLinks('')
const segment = (name: string) => encodeURIComponent(slugOf(name))
const lineOf = ({ manufacturer, collection }: Line) => links.fabricCollection(manufacturer, collection)

/** Paths from the root of the site, with those that tools name in their answers. */
export const PATHS = {
  ...links,
  howToSearch: '/fabrics/how-to-search',
  sources: '/fabrics/sources.txt',
  maker: ({ manufacturer }: Pick<Line, 'manufacturer'>) => `/fabrics/${segment(manufacturer)}`,
  line: lineOf,
  fabric: (fabric: Line & Pick<FabricRecord, 'name' | 'id'>) =>
    `${lineOf(fabric)}/${segment(fabric.name)}/${encodeURIComponent(fabric.id)}`,
  search: (query: Record<string, string | undefined>) => withQuery('/fabrics', Object.entries(query)),
  /** `file` is `.png` or `.csv` for the palette as a file. */
  palette: (colors: readonly string[], within?: string, file = '') =>
    withQuery(`/palette${file}`, paletteQuery(colors, within)),
  guides: (category: SupplyCategory) => `/guides/${category}`,
}
