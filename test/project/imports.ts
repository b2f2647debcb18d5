import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesOf, ROOT } from '../helpers/files.ts'
import { nameOf, type Part, partIn, partsIn, partsOf } from './syntax.ts'

/** The TypeScript files of the project itself, as paths from its root. */
export const SOURCES = [...filesOf('src', '.ts'), ...filesOf('tools', '.ts')]

export const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

export interface Import {
  readonly from: string
  /** A path from the project's root, `node:…`, or a package's name; `computed` when it is not written out. */
  readonly to: string
  readonly typeOnly: boolean
}

/** Where an import leads. */
export function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(from, '..', specifier)
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** Declarations, `import('…')`, and the types `import('…').Name` and `import a = require('…')`. */
const IMPORTS = /^(?:Import|ExportNamed|ExportAll)Declaration$|^ImportExpression$|^TSImportType$/
const sourceOf = (part: Part) =>
  part.type === 'TSExternalModuleReference'
    ? partIn(part, 'expression')
    : IMPORTS.test(part.type)
      ? partIn(part, 'source')
      : undefined

/** What a source imports: statically, on demand, for a type, or by exporting it again. */
export function importsIn(from: string, source: string): Import[] {
  return partsOf(source).flatMap(({ part }) => {
    const specifier = sourceOf(part)
    if (specifier === undefined) return []
    const name = specifier.type === 'Literal' ? nameOf(specifier) : undefined
    const kind = part['importKind'] ?? part['exportKind']
    return {
      from,
      to: name === undefined ? 'computed' : targetOf(from, name),
      typeOnly: kind === 'type' || part.type === 'TSImportType',
    }
  })
}

const IMPORTS_OF_FILES = new Map(SOURCES.map((file) => [file, importsIn(file, read(file))]))

/** What a file of the project imports. */
export const importsOf = (file: string): readonly Import[] => IMPORTS_OF_FILES.get(file) ?? []

const isOfPackage = (part: Part) => !/^(?:\.|node:)/.test(nameOf(partIn(part, 'source')) ?? '.')

/**
 * Names of packages that a source hands on, so that others could use a package without importing it: exported
 * again, or under another name.
 */
export function handedOn(source: string): string[] {
  const parts = partsOf(source).map(({ part }) => part)
  const imported = new Set(
    parts
      .filter((part) => part.type === 'ImportDeclaration' && isOfPackage(part))
      .flatMap((part) => partsIn(part, 'specifiers').map((each) => nameOf(partIn(each, 'local')))),
  )
  const exported = parts.flatMap((part) => {
    if (/^Export.*Declaration$/.test(part.type) && isOfPackage(part)) return [partIn(part, 'source')]
    const isFrom = partIn(part, 'source') !== undefined
    if (part.type !== 'ExportNamedDeclaration' || isFrom) return []
    const declaration = partIn(part, 'declaration')
    const again = [
      ...partsIn(part, 'specifiers').map((each) => partIn(each, 'local')),
      ...partsIn(declaration, 'declarations').map((each) => partIn(each, 'init')),
      partIn(partIn(declaration, 'typeAnnotation'), 'typeName'),
    ]
    return again.filter((each) => imported.has(nameOf(each)))
  })
  return exported.map((part) => nameOf(part) ?? '')
}
