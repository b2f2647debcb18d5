import { visibleText } from '../core/text.ts'
import { withDatabases } from './databases.ts'

/** Rows as text columns, each as wide as its widest cell, with numbers on the right. */
function aligned(rows: readonly (readonly (string | number)[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, index) => Math.max(widest[index] ?? 0, String(cell).length)),
    [],
  )
  const line = (row: readonly (string | number)[]) =>
    row
      .map((cell, index) =>
        typeof cell === 'number'
          ? String(cell).padStart(widths[index] ?? 0)
          : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return `${rows.map(line).join('\n')}\n`
}

/** `selvage catalog stats` */
export async function catalogStats(): Promise<void> {
  await withDatabases(async ({ catalog }) => {
    const { collections, supplies } = catalog.statistics()
    if (collections.length === 0) {
      process.stdout.write(
        'No fabrics yet. The server loads the shipped ones when it starts; import brings others.\n',
      )
    }
    const sum = (field: 'fabrics' | 'withSku' | 'withColor') =>
      collections.reduce((total, collection) => total + collection[field], 0)
    const fabrics = aligned([
      ['Manufacturer', 'Collection', 'Fabrics', 'with SKU', 'with colour'],
      ...collections.map((row) => [
        visibleText(row.manufacturer),
        visibleText(row.collection),
        row.fabrics,
        row.withSku,
        row.withColor,
      ]),
      ['All', '', sum('fabrics'), sum('withSku'), sum('withColor')],
    ])
    const guides = aligned([
      ['Supply category', 'Entries'],
      ...supplies.map(({ category, entries }) => [category, entries]),
    ])
    process.stdout.write(`${fabrics}\n${guides}`)
  })
}
