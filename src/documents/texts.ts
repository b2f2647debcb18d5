import { readFileSync } from 'node:fs'

/** A file of `texts/`. Values replace names such as `{baseUrl}`, and `{rules}` is a file of its own. */
export function filledText(file: string, values: Readonly<Record<string, string>> = {}): string {
  const text = readFileSync(new URL(`texts/${file}`, import.meta.url), 'utf8')
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'rules' ? filledText('rules.md').trim() : (values[name] ?? ''),
  )
}
