import { createLinks, slugOf } from '../core/links.ts'
import type { FabricRecord, SupplyCategory } from '../core/rooms.ts'

type Query = Readonly<Record<string, string | undefined>>

/** `/fabrics` and `{ query: 'a b' }` → `/fabrics?query=a+b`. Members without a value are left out. */
function withQuery(path: string, query: Query, more: readonly [string, string][] = []): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams([...more, ...given])
  return search.size === 0 ? path : `${path}?${search}`
}

const { fabricCollection, ...links } = createLinks('')
const segment = (name: string) => encodeURIComponent(slugOf(name))

/** Addresses of pages, from the root of the site: those that tools name in their answers, and others. */
export const PATHS = {
  ...links,
  howToSearch: '/fabrics/how-to-search',
  sources: '/fabrics/sources.txt',
  maker: (manufacturer: string) => `/fabrics/${segment(manufacturer)}`,
  line: fabricCollection,
  fabric: ({
    manufacturer,
    collection,
    name,
    id,
  }: Pick<FabricRecord, 'manufacturer' | 'collection' | 'name' | 'id'>) =>
    `${fabricCollection(manufacturer, collection)}/${segment(name)}/${encodeURIComponent(id)}`,
  search: (query: Query) => withQuery('/fabrics', query),
  /** @param file `.png` or `.csv` for the palette as a file. */
  palette: (colors: readonly string[], more: Query = {}, file = '') =>
    withQuery(
      `/palette${file}`,
      more,
      colors.map((color) => ['c', color.slice(1)]),
    ),
  compare: (ids: readonly string[]) =>
    withQuery(
      '/compare',
      {},
      ids.map((id) => ['f', id]),
    ),
  guides: (category: SupplyCategory) => `/guides/${category}`,
  work: (query: Query) => withQuery(links.projects, query),
  signIn: (back?: string) => withQuery('/sign-in', { back }),
}
