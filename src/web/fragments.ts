import { readFileSync } from 'node:fs'
import { type Child, Html, html } from './html.ts'

const known = new Map<string, readonly string[]>()

/** A file of `fragments/`. Values replace names such as `{address}`, escaped as `html` does. */
export function fragmentOf(file: string, values: Readonly<Record<string, Child>> = {}): Html {
  const read = () => readFileSync(new URL(`fragments/${file}`, import.meta.url), 'utf8')
  const parts =
    known.get(file) ??
    read()
      .trim()
      .split(/\{(\w+)\}/)
  known.set(file, parts)
  return new Html(parts.map((part, at) => (at % 2 === 0 ? part : html`${values[part]}`.text)).join(''))
}
