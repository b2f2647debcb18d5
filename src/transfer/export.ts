import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Item } from '../accounts/index.ts'
import type { FabricRow } from '../catalog/index.ts'
import type { Databases } from '../databases.ts'
import { ASSET_KINDS } from '../kit/repositories.ts'
import { FABRIC_COLUMNS } from './fabric-records.ts'

function csvCell(value: string): string {
  return /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

function* fabricsAsCsv(fabrics: Iterable<FabricRow>): Generator<string> {
  yield `${FABRIC_COLUMNS.join(',')}\n`
  for (const fabric of fabrics) {
    yield `${FABRIC_COLUMNS.map((column) => csvCell(fabric[column] ?? '')).join(',')}\n`
  }
}

function* fabricsAsNdjson(fabrics: Iterable<FabricRow>): Generator<string> {
  for (const fabric of fabrics) yield `${JSON.stringify(fabric)}\n`
}

/** An item as `item-records.ts` reads it; fields without a value are left out. */
function toRecord(item: Item): object {
  if (item.type === 'member') return item
  const { archived, createdAt, ...rest } = item
  const times = { ...(archived ? { archived } : {}), createdAt: new Date(createdAt).toISOString() }
  if (rest.type === 'project') return { ...rest, ...times }
  const { type: _, resource, tags, design, id, owner, name, ...fields } = rest
  return {
    type: ASSET_KINDS[resource],
    id,
    owner,
    name,
    ...fields,
    ...(tags.length > 0 ? { tags } : {}),
    ...times,
    ...(design === undefined ? {} : { geometry: JSON.parse(design) }),
  }
}

async function* itemsAsNdjson(items: AsyncIterable<Item>): AsyncGenerator<string> {
  for await (const item of items) yield `${JSON.stringify(toRecord(item))}\n`
}

/** Writes what the catalog or everybody's accounts hold at one moment, in the format that an import reads. */
export async function exportTo(
  { accounts, catalog }: Pick<Databases, 'accounts' | 'catalog'>,
  output: Writable,
  what: 'fabrics' | 'items',
  format: 'csv' | 'ndjson',
): Promise<void> {
  // Standard output stays open for the shell that runs us.
  const options = { end: output !== process.stdout }
  const write = (lines: AsyncIterable<string> | Iterable<string>) =>
    pipeline(Readable.from(lines), output, options)
  if (what === 'items') return accounts.exporting((items) => write(itemsAsNdjson(items)))
  const fabrics = format === 'csv' ? fabricsAsCsv : fabricsAsNdjson
  return catalog.reading((all) => write(fabrics(all)))
}
