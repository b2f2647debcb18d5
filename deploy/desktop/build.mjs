import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packExtension, validateManifest } from '@anthropic-ai/mcpb'

// Builds and validates the Claude Desktop bundle: build.mjs [FILE]. Its version is that of the package.
const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const [file = here('../../var/selvage.mcpb')] = process.argv.slice(2)

const folder = mkdtempSync(join(tmpdir(), 'selvage-bundle-'))
try {
  const { version } = readJson(here('../../package.json'))
  const manifest = { ...readJson(here('manifest.json')), version }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of ['bridge.mjs', 'icon.png']) cpSync(here(name), join(folder, name))
  mkdirSync(join(file, '..'), { recursive: true })
  const isBuilt =
    validateManifest(join(folder, 'manifest.json')) &&
    (await packExtension({ extensionPath: folder, outputPath: file, silent: true }))
  process.stdout.write(isBuilt ? `${file}\n` : 'The bundle was not built.\n')
  process.exitCode = isBuilt ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
