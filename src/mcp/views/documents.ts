import { readFileSync } from 'node:fs'

/** The views that a chat can show (D39), each with the tool whose results it shows. */
export const VIEWS = [
  { name: 'fabrics', tool: 'search_fabric_catalog', title: 'Fabrics as swatches' },
  { name: 'asset', tool: 'get_asset', title: 'One item with its drawing' },
] as const

/** The media type of a view (MCP Apps). */
export const VIEW_TYPE = 'text/html;profile=mcp-app'

export const viewAddress = (name: string) => `ui://selvage/${name}`

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The text of a module without imports and exports, to put into the document. */
const inlined = (file: string) =>
  read(file)
    .replace(/^import .*\n+/gm, '')
    .replace(/^export /gm, '')

/** The HTML of a view. It contains its styles and scripts, so it needs no network. */
export function viewDocument({ name, title }: (typeof VIEWS)[number]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>
${read('view.css')}${read(`${name}.css`)}</style>
<main id="root" aria-live="polite"></main>
<script type="module">
${inlined('bridge.js')}${inlined(`${name}.js`)}</script>
</html>
`
}
