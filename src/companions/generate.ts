import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tools } from '../../tools/index.ts'
import { documentedSettings } from '../settings.ts'
import { VERSION } from '../version.ts'
import { companionDocuments } from './documents.ts'
import { BASE_URL_PLACEHOLDER, renderLlms } from './llms.ts'
import { documentsTable, replaceSection, settingsPage, toolsTable } from './readme.ts'

// Writes the checked-in documents that follow from the definitions; with --check only compares them.
const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (name: string) => readFileSync(`${root}${name}`, 'utf8')

const published = companionDocuments({
  tools,
  baseUrl: 'http://localhost',
  webAppUrl: 'http://localhost',
  version: VERSION,
  scopes: [],
  sessionCookie: undefined,
  now: 0,
})
const sections = {
  tools: toolsTable(tools),
  documents: documentsTable(published),
}
const readme = Object.entries(sections).reduce(
  (text, [name, section]) => replaceSection(text, name, section),
  read('README.md'),
)
const documents = {
  'README.md': readme,
  'docs/settings.md': settingsPage(documentedSettings()),
  'llms.txt': renderLlms(tools, BASE_URL_PLACEHOLDER),
}

const stale: string[] = []
for (const [name, text] of Object.entries(documents)) {
  let current = ''
  try {
    current = read(name)
  } catch {
    // Not written yet.
  }
  if (current !== text) stale.push(name)
  if (!process.argv.includes('--check')) writeFileSync(`${root}${name}`, text)
}
if (process.argv.includes('--check') && stale.length > 0) {
  process.stderr.write(`Not up to date: ${stale.join(', ')}. Run npm run docs.\n`)
  process.exitCode = 1
}
