import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tools } from '../../tools/index.ts'
import { SETTINGS } from '../config.ts'
import { BASE_URL_PLACEHOLDER, renderLlms } from './llms.ts'
import { replaceSection, settingsTable, toolsTable } from './readme.ts'

// Writes the checked-in documents that follow from the definitions; with --check only compares them.
const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (name: string) => readFileSync(`${root}${name}`, 'utf8')

const readme = replaceSection(
  replaceSection(read('README.md'), 'tools', toolsTable(tools)),
  'settings',
  settingsTable(SETTINGS),
)
const documents = { 'README.md': readme, 'llms.txt': renderLlms(tools, BASE_URL_PLACEHOLDER) }

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
