import { accountsFiles, type FileReport } from '../accounts/index.ts'
import { loadStorageConfig } from '../config/config.ts'

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
  const report = await backUp(accountsPath(), file)
  const strange = report.strange.map((line) => `${line} It cannot be restored so.\n`).join('')
  process.stdout.write(
    `${file} holds ${summary(report)}, and was read whole.\n${strange}The catalog is not in it. If you import fabrics, keep them with: npx --no selvage export fabrics FILE\n`,
  )
}

/** `selvage restore FILE` */
export async function restoreFrom(file: string): Promise<void> {
  const { restore } = await accountsFiles()
  const path = accountsPath()
  const old = await restore(file, path)
  const kept = old === undefined ? '' : `What was there is kept as ${old}.\n`
  process.stdout.write(`Restored ${path} from ${file}.\n${kept}`)
}

/** `selvage check`: exit code 1 if something is wrong. */
export async function check(): Promise<void> {
  const { checkFile, exposureOf } = await accountsFiles()
  const path = accountsPath()
  const report = await checkFile(path)
  const exposure = exposureOf(path)
  const faults = [...report.faults, ...report.strange, ...(exposure === undefined ? [] : [exposure])]
  const found = faults.length === 0 ? [`No damage found: ${summary(report)}.`] : faults
  const versions = `Schema: ${report.versions.join(', ') || 'unknown'}.`
  process.stdout.write(`${[path, ...found, versions].join('\n')}\n`)
  if (faults.length > 0) process.exitCode = 1
}
