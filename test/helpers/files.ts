import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { closing } from './closing.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** As paths from `ROOT`. */
export function filesOf(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending) && !name.includes('node_modules'))
    .map((name) => join(folder, name))
    .sort()
}

export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'selvage-'))
  return { path, remove: closing(() => rmSync(path, { recursive: true, force: true })) }
}
