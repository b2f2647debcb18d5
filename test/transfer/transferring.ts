import { type ItemImportOptions, importItemFile, itemLines } from '../../src/accounts/index.ts'
import { fabricLines, importFabricFile } from '../../src/catalog/index.ts'
import { savedDesignSchema } from '../../src/design/index.ts'
import { Report } from '../../src/files/index.ts'
import type { TestDatabase } from '../accounts/databases.ts'

const createdAt = '2026-05-01T12:00:00.000Z'
export const project = { type: 'project', id: 'prj_one', owner: 'ann', name: 'One', createdAt }
export const member = { type: 'member', projectId: 'prj_one', userId: 'bob' }
export const block = (id: string, more: object = {}) => ({
  type: 'block',
  id,
  owner: 'ann',
  name: id,
  createdAt,
  ...more,
})
/** A tombstone. */
export const gone = ({ type, id, owner }: typeof project) => ({ type, id, owner, deleted: true })
export const end = (lines: number) => ({ type: 'end', lines })
export const OUTLINE = { schema: 'quilt-outline/1', kind: 'block', viewBox: [0, 0, 12, 12.5] }

export const ndjson = (records: readonly unknown[]) =>
  records.map((record) => JSON.stringify(record)).join('\n')

type What = 'fabrics' | 'items'
type Options = Partial<ItemImportOptions>

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
    lockWait: { seconds: 1, onWait: () => {} },
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
    : joined(fabricLines(catalog.all(), format))
}
