import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, ROOT } from '../helpers/files.ts'

/** The TypeScript files of the project itself, as paths from its root. */
export const SOURCES = [...filesOf('src', '.ts'), ...filesOf('tools', '.ts')]

export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g

export const withoutComments = (source: string) => source.replace(COMMENTS, '')

const IMPORT = /\b(?:import|export)\s+(type\s)?(?:[\w*{}\s,$]+?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/g

export interface Import {
  readonly from: string
  /** A path from the project's root, `node:…`, or a package's name. */
  readonly to: string
  readonly typeOnly: boolean
}

function target(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(from, '..', specifier)
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** What a file imports, statically, on demand, or by exporting it again. */
export function importsOf(from: string, source = read(from)): Import[] {
  return [...withoutComments(source).matchAll(IMPORT)].map(([, type, named = '', onDemand]) => ({
    from,
    to: target(from, onDemand ?? named),
    typeOnly: type !== undefined,
  }))
}
