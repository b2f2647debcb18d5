import { readFileSync } from 'node:fs'
import { filled } from '../core/text.ts'

const read = (file: string) => readFileSync(new URL(`texts/${file}`, import.meta.url), 'utf8')

/** A file of `texts/` with these values. `{rules}` is a file of its own. */
export const filledText = (file: string, values: Readonly<Record<string, string>> = {}): string =>
  filled(read(file), { ...values, rules: read('rules.md').trim() })
