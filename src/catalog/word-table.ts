import { readFileSync } from 'node:fs'

/** The lines of a table in `data/` by kind: `tone: pale light` has the kind `tone`. Other lines are remarks. */
export function wordTable(file: string): (kind: string) => readonly string[] {
  const text = readFileSync(new URL(`../../data/${file}`, import.meta.url), 'utf8')
  const byKind = Map.groupBy(text.matchAll(/^([\w-]+): (.*)$/gm), ([, kind]) => kind)
  return (kind) => (byKind.get(kind) ?? []).map(([, , words = '']) => words)
}
