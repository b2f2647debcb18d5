import { open } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { importItemFile } from '../accounts/index.ts'
import { importFabricFile } from '../catalog/index.ts'
import type { Databases } from '../databases.ts'
import type { FileImport } from '../files/index.ts'
import { withDatabases } from './databases.ts'
import { createFindingList } from './finding-list.ts'
import { createProgress, WAITING } from './progress.ts'

async function openInput(file: string): Promise<{ input: Readable; size?: number; bytesRead: () => number }> {
  if (file === '-') return { input: process.stdin, bytesRead: () => 0 }
  const handle = await open(file)
  const about = await handle.stat()
  const input = handle.createReadStream()
  if (about.isDirectory()) {
    input.destroy()
    throw new Error(`${file} is a folder, not a file.`)
  }
  return { input, size: about.size, bytesRead: () => input.bytesRead }
}

/** Lets the server and everything else on the machine go first. On an idle processor it still runs at full speed. */
function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A sandbox may forbid it.
  }
}

/** What happened to every record that was read. The numbers add up. */
function summary({ read, bad, isDone, ...counts }: FileImport, isDryRun: boolean): string {
  const number = (value: number) => value.toLocaleString('en')
  const records = (value: number) => `${number(value)} ${value === 1 ? 'record' : 'records'}`
  if (!isDone) {
    const are = bad === 1 ? 'is' : 'are'
    return `Nothing was imported: ${number(bad)} of ${records(read)} ${are} bad. Correct them, or leave them out with --skip-bad.`
  }
  const { added, updated, unchanged, duplicate, skipped } = counts
  const parts = [
    `${number(added)} added`,
    `${number(updated)} updated`,
    ...(unchanged === undefined ? [] : [`${number(unchanged)} unchanged`]),
    ...(duplicate > 0 ? [`${number(duplicate)} duplicate`] : []),
    ...(bad > 0 ? [`${number(bad)} bad`] : []),
    ...(skipped > 0 ? [`${number(skipped)} empty`] : []),
  ]
  return `${records(read)} read: ${parts.join(', ')}.${isDryRun ? ' This was a dry run: nothing was changed.' : ''}`
}

/** `selvage import`: findings go to standard error, with line and value. */
export async function importFile(
  what: 'fabrics' | 'items',
  file: string,
  { skipBad, isDryRun }: { readonly skipBad: boolean; readonly isDryRun: boolean },
): Promise<void> {
  const { input, size, bytesRead } = await openInput(file)
  const progress = createProgress(size, bytesRead)
  const write = (line: string): void => {
    progress.clear()
    process.stderr.write(`${line}\n`)
  }
  const findings = createFindingList(write)
  const options = {
    skipBad,
    isDryRun,
    onProgress: progress.show,
    onFinding: findings.add,
    onRenamed: findings.tellRenamed,
    onUnknownField: (name: string, field?: string) => findings.addUnknown(name, what, field),
    onWait: () => write(WAITING),
  }
  giveWay()
  const read = async ({ accounts, catalog }: Databases): Promise<void> => {
    const result =
      what === 'fabrics'
        ? await importFabricFile(catalog, input, options)
        : await importItemFile(accounts, input, options)
    progress.clear()
    findings.end()
    if (!result.isDone) throw new Error(summary(result, isDryRun))
    process.stdout.write(`${summary(result, isDryRun)}\n`)
  }
  await withDatabases(read).finally(() => input.destroy())
}
