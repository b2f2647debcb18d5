import { readFileSync } from 'node:fs'
import { escapeHtml } from '../core/text.ts'

/** Safe markup: a result of `html`, or a drawing. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Text is escaped, and an absent value prints nothing. */
export type Child = Html | string | number | undefined | false | readonly Child[]

function render(child: Child): string {
  if (child === undefined || child === false) return ''
  if (child instanceof Html) return child.text
  if (typeof child === 'string') return escapeHtml(child)
  if (typeof child === 'number') return String(child)
  return child.map(render).join('')
}

export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  return new Html(strings.map((text, index) => text + render(children[index])).join(''))
}

const known = new Map<string, string>()

/** A file of `fragments/`. Values replace names such as `{address}`, as in `html`. */
export function fragmentOf(file: string, values: Readonly<Record<string, Child>> = {}): Html {
  const text = known.get(file) ?? readFileSync(new URL(`fragments/${file}`, import.meta.url), 'utf8').trim()
  known.set(file, text)
  return new Html(text.replace(/\{(\w+)\}/g, (_, name: string) => render(values[name])))
}
