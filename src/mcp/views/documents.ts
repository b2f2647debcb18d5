import { readFileSync } from 'node:fs'

/** The views of the chat (D39), and the tool whose results each shows. */
export const VIEWS = [
  { name: 'fabrics', tool: 'search_fabric_catalog', title: 'Fabrics as swatches' },
  { name: 'asset', tool: 'get_asset', title: 'One item with its drawing' },
] as const

/** The type of a document that is a view (MCP Apps). */
export const VIEW_TYPE = 'text/html;profile=mcp-app'

export const viewAddress = (name: string) => `ui://selvage/${name}`

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** A module as a part of another one: nothing is loaded. */
const inlined = (file: string) =>
  read(file)
    .replace(/^import .*\n+/gm, '')
    .replace(/^export /gm, '')

/** One document without any network: what it needs stands in it. */
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
