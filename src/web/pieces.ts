import { readFileSync } from 'node:fs'
import { type Child, Html, html } from '../core/html.ts'

/**
 * A piece of a page that is a file of its own. It takes values for the names in it, such as `{address}`, and escapes
 * them as `html` does.
 */
export function pieceOf(file: string): (values: Readonly<Record<string, Child>>) => Html {
  const parts = readFileSync(new URL(`pieces/${file}`, import.meta.url), 'utf8')
    .trim()
    .split(/\{(\w+)\}/)
  return (values) =>
    new Html(parts.map((part, at) => (at % 2 === 0 ? part : html`${values[part]}`.text)).join(''))
}
