// Writes the documents that follow from the code. With `--check` it only says which are not up to date.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { itemLineSchema } from '../src/accounts/index.ts'
import type { Tool } from '../src/core/tool.ts'
import { savedDesignSchema } from '../src/design/index.ts'
import { llmsText, skillsOf } from '../src/documents/index.ts'
import { VIEWS } from '../src/mcp/views.ts'
import { allTools } from '../tools/index.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const read = (name: string) => (existsSync(`${ROOT}${name}`) ? readFileSync(`${ROOT}${name}`, 'utf8') : '')

function toolsTable(tools: readonly Tool[]): string {
  const rows = tools.map(({ name, title, isRestOnly, operations, auth }) => [
    isRestOnly ? '(REST only)' : `\`${name}\``,
    title,
    operations.map(({ method, path }) => `\`${method} /api/v1${path}\``).join('<br>'),
    auth === 'public' ? 'no' : 'yes',
  ])
  const head = ['Tool', 'What it does', 'REST', 'Account']
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const withTools = (readme: string, text: string) =>
  readme.replace(/(?<=<!-- tools:start -->\n).*(?=\n<!-- tools:end -->)/s, () => text)

/** `deploy/package-plugins` puts the URL of a deployment in its place. */
const EXAMPLE_URL = 'https://agents.example.com'

const VIEWS_FOLDER = 'src/mcp/views/'

async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}${VIEWS_FOLDER}${file}`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    charset: 'utf8',
  })
  return outputFiles[0]?.text ?? ''
}

/** A view (D39) needs no network. Its HTML is checked in, because esbuild is only a development dependency. */
async function bundledView({ name, title }: (typeof VIEWS)[number]): Promise<string> {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${await bundled('view.css')}${await bundled(`${name}.css`)}</style>
<main id="root" aria-live="polite"></main>
<script type="module">
${await bundled(`${name}.ts`)}</script>
</html>
`
}

const DOCUMENTS: Readonly<Record<string, () => string | Promise<string>>> = {
  'README.md': () => withTools(read('README.md'), toolsTable(allTools)),
  'llms.txt': () => llmsText(allTools, EXAMPLE_URL),
  ...Object.fromEntries(
    skillsOf(allTools, EXAMPLE_URL).map(({ name, body }) => [
      `deploy/plugin/skills/${name}/SKILL.md`,
      () => body,
    ]),
  ),
  'docs/item-line.schema.json': () => `${JSON.stringify(itemLineSchema(savedDesignSchema), null, 2)}\n`,
  ...Object.fromEntries(VIEWS.map((view) => [`${VIEWS_FOLDER}${view.name}.html`, () => bundledView(view)])),
}

const rendered = await Promise.all(
  Object.entries(DOCUMENTS).map(async ([name, render]) => [name, await render()] as const),
)
const stale = rendered.filter(([name, text]) => read(name) !== text)
if (!process.argv.includes('--check')) for (const [name, text] of stale) writeFileSync(`${ROOT}${name}`, text)
else if (stale.length > 0)
  throw new Error(`Not up to date: ${stale.map(([name]) => name).join(', ')}. Run npm run docs.`)
