import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
  type Server,
} from '@modelcontextprotocol/server'
import type { Guard } from './guard.ts'
import type { Reader } from './session.ts'

/** One text or picture in an answer to `resources/read`. */
export type ResourceContents = ReadResourceResult['contents'][number]

/**
 * Resources of one kind (D40). To add a kind, add a family to the list in `offered.ts`. Listing, templates,
 * completion, reading and admission follow from it.
 */
export interface ResourceFamily {
  /** A private family asks for sign-in as a private tool does (D33). Only the owner sees its items. */
  readonly auth: 'public' | 'bearer'
  /** The address pattern, if there are more items than `list` returns. */
  readonly template?: ResourceTemplateType
  /** Whether an address belongs to this family. The item need not exist. */
  owns(uri: string): boolean
  /** The items that `resources/list` shows. */
  list?(reader: Reader): Promise<readonly Resource[]>
  /** `undefined` if the item does not exist or the caller does not own it (D10). */
  read(uri: string, reader: Reader): Promise<readonly ResourceContents[] | undefined>
  /** Values for a variable of the template that match what was typed. */
  complete?(
    variable: {
      readonly name: string
      readonly begun: string
      readonly others: Readonly<Record<string, string>>
    },
    reader: Reader,
  ): Promise<readonly string[]>
}

const MINUTE_MS = 60_000
/** An hour. What everybody may see changes only with a release or an import. */
const PUBLIC = { ttlMs: 60 * MINUTE_MS, cacheScope: 'public' } as const
const PRIVATE = { ttlMs: MINUTE_MS, cacheScope: 'private' } as const

/** The first family that owns the address. */
export function familyOf(families: readonly ResourceFamily[], uri: string): ResourceFamily | undefined {
  return families.find((family) => family.owns(uri))
}

/** Serves the families to one caller, after admission. Without a caller, private families are not read. */
export function serveResources(
  server: Server,
  families: readonly ResourceFamily[],
  reader: Reader,
  guard: Guard,
): void {
  const isOpen = ({ auth }: ResourceFamily) => auth === 'public' || reader.caller !== undefined

  server.setRequestHandler('resources/list', () =>
    guard(async () => {
      const lists = await Promise.all(families.filter(isOpen).map((family) => family.list?.(reader) ?? []))
      return { resources: lists.flat(), ...PRIVATE }
    }),
  )
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: families.flatMap(({ template }) => (template === undefined ? [] : [template])),
    ...PUBLIC,
  }))
  server.setRequestHandler('resources/read', ({ params: { uri } }) =>
    guard(async () => {
      const family = familyOf(families, uri)
      const contents = family !== undefined && isOpen(family) ? await family.read(uri, reader) : undefined
      if (family === undefined || contents === undefined) throw new ResourceNotFoundError(uri)
      return { contents: [...contents], ...(family.auth === 'public' ? PUBLIC : PRIVATE) }
    }),
  )
}
