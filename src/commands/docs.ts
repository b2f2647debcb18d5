import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { allTools } from '../../tools/index.ts'
import { BASE_URL_PLACEHOLDER, llmsText, PUBLISHED } from '../documents/index.ts'
import { documentedSettings } from '../settings.ts'
import { bundledView } from './bundle-views.ts'
import { documentsPage, replaceSection, settingsPage, toolsTable } from './docs-tables.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (name: string) => (existsSync(`${ROOT}${name}`) ? readFileSync(`${ROOT}${name}`, 'utf8') : '')

/** The checked-in documents that are made from the code, by file. */
const DOCUMENTS: Readonly<Record<string, () => string | Promise<string>>> = {
  'README.md': () => replaceSection(read('README.md'), 'tools', toolsTable(allTools)),
  'llms.txt': () => llmsText(allTools, BASE_URL_PLACEHOLDER, PUBLISHED),
  'docs/settings.md': () => settingsPage(documentedSettings()),
  'docs/published.md': () => documentsPage(PUBLISHED),
  'src/mcp/views/fabrics.html': () => bundledView('fabrics'),
  'src/mcp/views/asset.html': () => bundledView('asset'),
}

/** `selvage docs`: writes the checked-in documents. With `check` it only says which are out of date. */
export async function docs(check: boolean): Promise<void> {
  const rendered = await Promise.all(
    Object.entries(DOCUMENTS).map(async ([name, render]) => [name, await render()] as const),
  )
  const stale = rendered.filter(([name, text]) => read(name) !== text)
  if (check) {
    const names = stale.map(([name]) => name).join(', ')
    if (names !== '') throw new Error(`Not up to date: ${names}. Run npm run docs.`)
    return
  }
  for (const [name, text] of stale) writeFileSync(`${ROOT}${name}`, text)
}
