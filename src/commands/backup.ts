import { accountsFiles, type FileReport } from '../accounts/index.ts'
import { loadStorageConfig } from '../config.ts'

/** The accounts file. Throws if the accounts are on PostgreSQL. */
function accountsPath(): string {
  const { accounts } = loadStorageConfig(process.env).storage
  if (accounts.kind === 'sqlite') return accounts.path
  throw new Error('The accounts are on PostgreSQL: use pg_dump and pg_restore.')
}

const number = (value: number | undefined) => (value ?? 0).toLocaleString('en')

const summary = ({ rows }: FileReport) =>
  `${number(rows['projects'])} projects and ${number(rows['assets'])} saved items`

/** `selvage backup FILE` */
export async function backupTo(file: string): Promise<void> {
  const { backUp } = await accountsFiles()
  const report = backUp(accountsPath(), file)
  process.stdout.write(
    `${file} holds ${summary(report)}, and was read whole.\nThe catalog is not in it. If you import fabrics, keep them with: npx --no selvage export fabrics FILE\n`,
  )
}

/** `selvage restore FILE` */
export async function restoreFrom(file: string): Promise<void> {
  const { restore } = await accountsFiles()
  const path = accountsPath()
  const old = restore(file, path)
  const kept = old === undefined ? '' : `What was there is kept as ${old}.\n`
  process.stdout.write(`${path} is now what ${file} holds.\n${kept}`)
}

/** `selvage check`: exit code 1 if something is wrong. */
export async function check(): Promise<void> {
  const { checkFile, exposureOf } = await accountsFiles()
  const path = accountsPath()
  const report = checkFile(path)
  const exposure = exposureOf(path)
  const faults = [...report.faults, ...(exposure === undefined ? [] : [exposure])]
  const found = faults.length === 0 ? [`It is whole: ${summary(report)}.`] : faults
  const versions = `Schema: ${report.versions.join(', ') || 'unknown'}.`
  process.stdout.write(`${[path, ...found, versions].join('\n')}\n`)
  if (faults.length > 0) process.exitCode = 1
}
