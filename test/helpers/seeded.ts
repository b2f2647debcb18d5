import { copyFileSync } from 'node:fs'
import { catalogPathOf } from '../../src/catalog/index.ts'

/** Copies the databases with the shipped data to `path`; false if `global-setup.ts` has not made them. */
export function copySeeded(path: string): boolean {
  const { SEEDED_DATABASE: seeded } = process.env
  if (seeded === undefined) return false
  copyFileSync(seeded, path)
  copyFileSync(catalogPathOf(seeded), catalogPathOf(path))
  return true
}
