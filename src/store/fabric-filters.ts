import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { fold } from '../kit/text.ts'
import type { Condition } from './fabric-tiers.ts'
import type { Database } from './schema.ts'

/** Usual short names that are no beginning of a word of the full one (D18). */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['agf', 'art gallery fabrics'],
  ['amb', 'american made brand'],
  ['rbd', 'riley blake'],
  ['rk', 'robert kaufman'],
])

/** The folded filter occurs in the folded value, starting where a word starts. */
function startsAWord(value: Expression<string>, filter: string): Expression<SqlBool> {
  const folded = fold(filter)
  const wanted = ALIASES.get(folded) ?? folded
  // A filter of punctuation alone names no maker.
  return wanted === '' ? sql<SqlBool>`false` : sql<SqlBool>`instr(' ' || ${value}, ${` ${wanted}`}) > 0`
}

const anyOf = (namespace: string, ids: readonly number[]): Condition =>
  ids.length === 0 ? undefined : `(${ids.map((id) => `${namespace}_${id}`).join(' OR ')})`

interface Line {
  readonly manufacturer: string
  readonly collection: string
}

/** What the filters `manufacturer` and `collection` leave. */
export interface Facets {
  /** As a full-text condition: `all` without filters, `undefined` when no fabric is left. */
  readonly condition: Condition | 'all'
  /** The same for one fabric at hand. */
  accepts(fabric: Line): boolean
}

/** D18 */
export async function facetsOf(
  db: Kysely<Database>,
  filter: { readonly manufacturer: string | undefined; readonly collection: string | undefined },
): Promise<Facets> {
  const { manufacturer, collection } = filter
  if (manufacturer === undefined && collection === undefined) return { condition: 'all', accepts: () => true }
  let select = db.selectFrom('fabric_collections').select(['id', 'maker_id', 'manufacturer', 'collection'])
  if (manufacturer !== undefined) {
    select = select.where((eb) => startsAWord(eb.ref('folded_manufacturer'), manufacturer))
  }
  if (collection !== undefined)
    select = select.where((eb) => startsAWord(eb.ref('folded_collection'), collection))
  const left = await select.execute()
  const keyOf = (line: Line) => JSON.stringify([line.manufacturer, line.collection])
  const lines = new Set(left.map(keyOf))
  return {
    // A maker has many collections: naming makers keeps the condition short.
    condition:
      collection === undefined
        ? anyOf('g', [...new Set(left.map(({ maker_id }) => maker_id))])
        : anyOf(
            't',
            left.map(({ id }) => id),
          ),
    accepts: (fabric) => lines.has(keyOf(fabric)),
  }
}
