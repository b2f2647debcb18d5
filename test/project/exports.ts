import { targetOf } from './imports.ts'
import { nameOf, type Part, partIn, partsIn, partsOf } from './syntax.ts'

interface Export {
  readonly name: string
  readonly isType: boolean
}

/** What a declaration exports by name. */
function exportsOf(part: Part): readonly Export[] {
  if (part.type !== 'ExportNamedDeclaration' || partIn(part, 'source') !== undefined) return []
  const declaration = partIn(part, 'declaration')
  const isType = part['exportKind'] === 'type'
  const named = [
    partIn(declaration, 'id'),
    ...partsIn(declaration, 'declarations').map((each) => partIn(each, 'id')),
    ...partsIn(part, 'specifiers').map((each) => partIn(each, 'exported')),
  ]
  return named.flatMap((each) => nameOf(each) ?? []).map((name) => ({ name, isType }))
}

/** The names that a part imports; `*` for all of them. */
function namesTaken(part: Part): readonly string[] {
  if (!/^(?:Import|ExportNamed)Declaration$/.test(part.type)) return ['*']
  return partsIn(part, 'specifiers').map((each) => {
    if (each.type === 'ImportNamespaceSpecifier') return '*'
    return nameOf(partIn(each, 'imported')) ?? nameOf(partIn(each, 'local')) ?? '*'
  })
}

/**
 * Exports that no other file imports. A type that its own file mentions is part of what it exports.
 *
 * @param files all files that may import, with their sources.
 * @param declaring the files whose exports are looked at.
 */
export function deadExports(files: ReadonlyMap<string, string>, declaring: ReadonlySet<string>): string[] {
  const taken = new Map<string, Set<string>>()
  const exported: (Export & { readonly file: string; readonly mentions: number })[] = []
  for (const [file, source] of files) {
    const parts = partsOf(source).map(({ part }) => part)
    for (const part of parts) {
      const specifier = nameOf(partIn(part, 'source'))
      if (specifier === undefined) continue
      const target = targetOf(file, specifier)
      const names = taken.get(target) ?? new Set()
      for (const name of namesTaken(part)) names.add(name)
      taken.set(target, names)
    }
    if (!declaring.has(file)) continue
    const mentioned = parts.filter(({ type }) => type === 'Identifier').map(nameOf)
    for (const each of parts.flatMap(exportsOf))
      exported.push({ ...each, file, mentions: mentioned.filter((name) => name === each.name).length })
  }
  return exported
    .filter(({ file, name }) => !taken.get(file)?.has(name) && !taken.get(file)?.has('*'))
    .filter(({ isType, mentions }) => !isType || mentions === 1)
    .map(({ file, name }) => `${file}: ${name}`)
}
