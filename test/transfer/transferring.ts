import { type ItemImportOptions, importItemFile, itemLines } from '../../src/accounts/index.ts'
import { fabricLines, importFabricFile } from '../../src/catalog/index.ts'
import { savedDesignSchema } from '../../src/design/index.ts'
import { Report } from '../../src/files/index.ts'
import type { TestDatabase } from '../accounts/databases.ts'

type What = 'fabrics' | 'items'
type Options = Partial<ItemImportOptions> & { readonly replacesMakers?: boolean }

/** Imports a text; answers the result, and what was wrong with it by line. */
export async function importText(
  { accounts, catalog }: TestDatabase,
  what: What,
  text: string | Buffer,
  { skipBad = false, isDryRun = false, ...more }: Options = {},
) {
  const report = new Report()
  const options = {
    ...more,
    skipBad,
    isDryRun,
    outline: savedDesignSchema,
    report,
    onWait: () => {},
  }
  const counts =
    what === 'fabrics'
      ? await importFabricFile(catalog, Buffer.from(text), options)
      : await importItemFile(accounts, Buffer.from(text), options)
  const findings = [...report.refused.first, ...report.dropped.first]
  const { read, bad, warnings } = report
  return {
    ...(counts ?? { added: 0, updated: 0, unchanged: undefined, duplicate: 0 }),
    isDone: counts !== undefined,
    read,
    bad,
    warnings,
    problems: findings.map(({ line, kind }) => [line, kind]),
  }
}

export async function exportText(
  { accounts, catalog }: TestDatabase,
  what: What,
  format: 'csv' | 'ndjson' = 'csv',
): Promise<string> {
  const joined = async (lines: AsyncIterable<string>) => {
    let text = ''
    for await (const line of lines) text += line
    return text
  }
  return what === 'items'
    ? accounts.exporting((items) => joined(itemLines(items)))
    : catalog.refresh().then(() => joined(fabricLines(catalog.all(), format)))
}
