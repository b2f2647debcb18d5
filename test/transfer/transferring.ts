import { importItemFile, itemLines } from '../../src/accounts/index.ts'
import { fabricLines, importFabricFile } from '../../src/catalog/index.ts'
import type { Finding } from '../../src/files/index.ts'
import type { TestDatabase } from '../accounts/databases.ts'
import { inputOf } from '../files/reading-text.ts'

type What = 'fabrics' | 'items'
interface Options {
  readonly skipBad?: boolean
  readonly isDryRun?: boolean
}

/** Imports a text; answers the result, and what was wrong with it by line. */
export async function importText(
  { accounts, catalog }: TestDatabase,
  what: What,
  text: string | Buffer,
  { skipBad = false, isDryRun = false }: Options = {},
) {
  const problems: [line: number, problem: string][] = []
  const unknown: string[] = []
  const options = {
    skipBad,
    isDryRun,
    onFinding: ({ line, kind }: Finding) => void problems.push([line, kind]),
    onProgress: () => {},
    onRenamed: () => {},
    onUnknownField: (field: string) => void unknown.push(field),
    onWait: () => {},
  }
  const result =
    what === 'fabrics'
      ? await importFabricFile(catalog, inputOf(text), options)
      : await importItemFile(accounts, inputOf(text), options)
  return { ...result, problems, unknown }
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
    : catalog.reading((fabrics) => joined(fabricLines(fabrics, format)))
}
