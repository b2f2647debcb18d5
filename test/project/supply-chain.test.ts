import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { ROOT } from '../helpers/files.ts'
import { read } from './imports.ts'

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      hasInstallScript: z.boolean().optional(),
      gypfile: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
})
const manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) })

/** Licences that let everyone use, change and pass on what we ship, as a whole or file by file. */
const AGREED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'Python-2.0',
])

const FOLDER = 'node_modules/'
const installed = Object.entries(lock.parse(JSON.parse(read('package-lock.json'))).packages)
  .filter(([path, { link }]) => path.startsWith(FOLDER) && link !== true)
  .map(([path, entry]) => ({ ...entry, path, name: path.slice(path.lastIndexOf(FOLDER) + FOLDER.length) }))

/** Of a choice, one is enough. */
const isAgreed = (license = '') =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => AGREED.has(choice))

it('every package has a licence that was agreed to', () => {
  expect(installed.length).toBeGreaterThan(100)
  const others = installed.filter(({ license }) => !isAgreed(license))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

it('every package has the hash of its content', () => {
  const loose = installed.filter(({ integrity = '' }) => !integrity.startsWith('sha512-'))
  expect(loose.map(({ name }) => name)).toEqual([])
})

it('every package that runs a script when it is installed is allowed to by name, or forbidden', () => {
  const { allowScripts } = manifest.parse(JSON.parse(read('package.json')))
  // Packages for other platforms are not installed, and nothing of them runs.
  const here = installed.filter(({ path }) => existsSync(join(ROOT, path)))
  const scripted = new Set(here.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name))
  expect([...scripted].filter((name) => !(name in allowScripts))).toEqual([])
})

it('npm before 11.16, which ignores `allowScripts`, is told to compile no SQLite', () => {
  // `npm install` drops this line: write it into the lock again.
  expect(installed.find(({ name }) => name === 'better-sqlite3')).toMatchObject({ gypfile: false })
})

it('every image and every action is named by its digest', () => {
  const named = ['deploy/Dockerfile', 'deploy/compose.yaml', '.github/workflows/ci.yml'].flatMap((file) =>
    [...read(file).matchAll(/^\s*(?:FROM|image:|container:|- uses:) (\S+)/gm)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(5)
  // The image that this project builds has no digest before it is built.
  const loose = named.filter(
    (name) => name !== 'selvage' && !/@(?:sha256:[0-9a-f]{64}|[0-9a-f]{40})$/.test(name),
  )
  expect(loose).toEqual([])
})
