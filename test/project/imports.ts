import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, ROOT } from '../helpers/files.ts'

/** The TypeScript files of the project itself, as paths from its root. */
export const SOURCES = [...filesOf('src', '.ts'), ...filesOf('tools', '.ts')]

export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g

/** A source without its comments. */
export const codeOf = (source: string) => source.replace(COMMENTS, '')

export const commentsOf = (source: string) => (source.match(COMMENTS) ?? []).join('\n')

export interface Import {
  readonly from: string
  /** A path from the project's root, `node:…`, or a package's name. */
  readonly to: string
}

/** Where an import leads. */
function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(from, '..', specifier)
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** What a source imports: statically, on demand, for a type, or by exporting it again. */
export function importsIn(from: string, source: string): Import[] {
  const found = codeOf(source).matchAll(/(?:^|\s|\()(?:from |import |import\()'([^']+)'/g)
  return [...found].map(([, specifier = '']) => ({ from, to: targetOf(from, specifier) }))
}

const IMPORTS_OF_FILES = new Map(SOURCES.map((file) => [file, importsIn(file, read(file))]))

/** What a file of the project imports. */
export const importsOf = (file: string): readonly Import[] => IMPORTS_OF_FILES.get(file) ?? []
