import {
  type AccountsFileCheck,
  backUp,
  checkFile,
  copyAccounts,
  type Removed,
  restore,
} from '../accounts/index.ts'
import { copyCatalog, removeFabric } from '../catalog/index.ts'
import { UsageError } from '../config/config.ts'
import { counted, visibleText } from '../core/text.ts'
import type { Databases } from '../databases.ts'
import { configuredStorage, LONG_WAIT, withDatabases } from './command.ts'

/** Throws if the accounts are on PostgreSQL. */
function accountsPath(): string {
  const { accounts } = configuredStorage(process.env)
  if (accounts.kind === 'sqlite') return accounts.path
  throw new Error('The accounts are on PostgreSQL: use pg_dump and pg_restore.')
}

/** Exit code 1 if something is wrong. */
function say(path: string, { faults, projects, items }: AccountsFileCheck): void {
  const found = `No damage found: ${counted(projects, 'project')} and ${counted(items, 'saved item')}.`
  process.stdout.write(`${[path, ...(faults.length > 0 ? faults : [found])].join('\n')}\n`)
  if (faults.length > 0) process.exitCode = 1
}

/** `selvage backup FILE` */
export async function backupTo(file: string): Promise<void> {
  say(file, await backUp(accountsPath(), file))
  process.stdout.write(
    'The catalog is not in it. If you import fabrics, keep them with: npx --no selvage export fabrics FILE\n',
  )
}

/** `selvage restore FILE` */
export async function restoreFrom(file: string): Promise<void> {
  const path = accountsPath()
  const old = await restore(file, path)
  const kept = old === undefined ? '' : `What was there is kept as ${old}.\n`
  process.stdout.write(`Restored ${path} from ${file}.\n${kept}`)
}

/** `selvage check` */
export async function check(): Promise<void> {
  const path = accountsPath()
  say(path, await checkFile(path))
}

const removedInWords = ({ projects, items, memberships }: Removed): string =>
  [
    ...(projects > 0 ? [counted(projects, 'project')] : []),
    ...(items > 0 ? [counted(items, 'saved item')] : []),
    ...(memberships > 0 ? [`${counted(memberships, 'membership')} in other people's projects`] : []),
  ].join(', ')

/** `selvage delete user|item ID` */
export async function remove(what: 'user' | 'item', id: string): Promise<void> {
  await withDatabases(async ({ accounts }) => {
    const removed = await accounts.remove(what, id)
    if (removed === undefined)
      throw new Error(what === 'user' ? `Nothing here belongs to ${id}.` : `There is no item ${id}.`)
    process.stdout.write(
      `Removed: ${removedInWords(removed)}.\nBackups and logs may still have it: docs/operating.md says what to do.\n`,
    )
  })
}

/** `selvage delete fabric ID` */
export async function deleteFabric(id: string): Promise<void> {
  await withDatabases(async ({ catalog }) => {
    const removed = await removeFabric(catalog, id)
    if (removed === undefined) throw new Error(`There is no fabric ${id}.`)
    const { name, collection, manufacturer } = removed
    process.stdout.write(`Removed: ${visibleText(`${name}, ${collection}, ${manufacturer}`)}.\n`)
  })
}

async function copyAll(from: Databases, to: Databases): Promise<void> {
  const { items, sha256 } = await copyAccounts(from.accounts, to.accounts, LONG_WAIT)
  await copyCatalog(from.catalog, to.catalog)
  const [fabrics = 0, found = 0] = [from, to].map(({ catalog }) => [...catalog.all()].length)
  if (found !== fabrics)
    throw new Error(
      `The catalog is not the same: ${counted(fabrics, 'fabric')} in the source, ${found} in the copy.`,
    )
  process.stdout.write(
    `Copied and compared: ${items}, ${counted(fabrics, 'fabric')}. SHA-256 of the accounts: ${sha256}\n`,
  )
}

/** `selvage copy` */
export async function copy(fromUrl: string | undefined, toUrl: string | undefined): Promise<void> {
  if (fromUrl === undefined || toUrl === undefined)
    throw new UsageError('copy needs --from URL and --to URL.')
  if (fromUrl === toUrl) throw new UsageError('copy needs two different databases.')
  for (const url of [fromUrl, toUrl]) {
    // Everybody on a machine can read the command lines of its processes.
    const { password, searchParams } = URL.parse(url) ?? {}
    if (password || searchParams?.has('password'))
      throw new UsageError(
        'Leave the password out of the URL: others can read it there. Set PGPASSWORD, or write it to ~/.pgpass.',
      )
  }
  const [source, target] = [fromUrl, toUrl].map((url) =>
    configuredStorage({ ...process.env, DATABASE_URL: url }),
  )
  await withDatabases((from) => withDatabases((to) => copyAll(from, to), target), source)
}
