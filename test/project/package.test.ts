import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { VERSION } from '../../src/version.ts'
import { importsOf, read, SOURCES } from './imports.ts'

const packages = z.record(z.string(), z.string())
const manifest = z
  .object({
    name: z.string(),
    version: z.string(),
    bin: packages,
    dependencies: packages,
    devDependencies: packages,
  })
  .parse(JSON.parse(read('package.json')))

const runtime = Object.keys(manifest.dependencies)
const development = Object.keys(manifest.devDependencies)

describe('package.json', () => {
  it('[D1.1, D1.2] is that of selvage, and so is the command', () => {
    expect(manifest.name).toBe('selvage')
    expect(Object.keys(manifest.bin)).toEqual(['selvage'])
    expect(read(manifest.bin['selvage'] ?? '')).toMatch(/^#!\/usr\/bin\/env node\n/)
    expect(VERSION).toBe(manifest.version)
  })

  it.each(Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))(
    'has the exact version of %s',
    (_, version) => expect(version).toMatch(/^\d+\.\d+\.\d+(?:-beta\.\d+)?$/),
  )

  it('has every package that the sources import, and imports every package that it has', () => {
    const imported = SOURCES.flatMap((file) => importsOf(file).map(({ to }) => to)).filter(
      // A module of an application has a computed name.
      (name) => !/^node:|^(?:src|tools|test|examples)\/|^package\.json$|^computed$/.test(name),
    )
    // For development: loaded on demand, when it is installed.
    expect([...new Set(imported)].filter((name) => !runtime.includes(name))).toEqual(['oidc-provider'])
    expect(runtime.filter((name) => !imported.includes(name))).toEqual([])
  })
})

describe('docs/dependencies.md', () => {
  const [atRunTime = '', forDevelopment = ''] = read('docs/dependencies.md').split('\n## ').slice(1)
  const named = (section: string) =>
    [...section.matchAll(/^\| `([^`]+)` \| .+ \|$/gm)].map(([, name]) => name)

  it('says why each package is there, in the order of package.json', () => {
    expect(named(atRunTime)).toEqual(runtime)
    expect(named(forDevelopment)).toEqual(development)
  })
})
