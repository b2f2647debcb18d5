import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const VIEWS = fileURLToPath(new URL('../mcp/views/', import.meta.url))
const TITLES = { fabrics: 'Fabrics as swatches', asset: 'One item with its drawing' } as const

/** A file with all that it imports, made small. */
async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${VIEWS}${file}`],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    charset: 'utf8',
  })
  return outputFiles[0]?.text ?? ''
}

/**
 * The HTML of a view (D39). It contains its styles and scripts, so it needs no network. esbuild is there while
 * Selvage is developed only, so the documents are checked in.
 */
export async function bundledView(name: keyof typeof TITLES): Promise<string> {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TITLES[name]}</title>
<style>
${await bundled('view.css')}${await bundled(`${name}.css`)}</style>
<main id="root" aria-live="polite"></main>
<script type="module">
${await bundled(`${name}.ts`)}</script>
</html>
`
}
