import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { allTools } from '../../tools/index.ts'
import { itemLineSchema } from '../accounts/index.ts'
import type { Tool } from '../core/tool.ts'
import { savedDesignSchema } from '../design/index.ts'
import { llmsText, skillsOf } from '../documents/index.ts'
import { VIEWS } from '../mcp/views.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
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

/** `selvage docs`. With `check` it only says which documents are out of date. */
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
