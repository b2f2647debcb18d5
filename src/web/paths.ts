import { createLinks, slugOf } from '../core/links.ts'
import type { FabricRecord, SupplyCategory } from '../core/rooms.ts'

export type Line = Pick<FabricRecord, 'manufacturer' | 'collection'>

/** Empty values are left out. */
function withQuery(path: string, entries: ReadonlyArray<readonly [string, string | undefined]>): string {
  const search = new URLSearchParams()
  for (const [name, value] of entries) if (value) search.append(name, value)
  return search.size === 0 ? path : `${path}?${search}`
}

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
  search: (query: Readonly<Record<string, string | undefined>>) =>
    withQuery('/fabrics', Object.entries(query)),
  /** `within` are words that all fabrics must have. `file` is `.png` or `.csv` for the palette as a file. */
  palette(colors: readonly string[], within?: string, file = '') {
    const chosen = colors.map((color) => ['c', color.slice(1)] as const)
    return withQuery(`/palette${file}`, [...chosen, ['in', within]])
  },
  guides: (category: SupplyCategory) => `/guides/${category}`,
}
