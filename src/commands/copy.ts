import { loadStorageConfig } from '../config.ts'
import { openDatabases } from '../databases.ts'
import { copyAccounts } from '../transfer/copy.ts'
import { createProgress } from './progress.ts'
import { UsageError } from './usage-error.ts'

const open = (url: string) => openDatabases(loadStorageConfig({ ...process.env, DATABASE_URL: url }).storage)

/** `selvage copy`: everything of one database into another, verified. */
export async function copy(fromUrl: string | undefined, toUrl: string | undefined): Promise<void> {
  if (fromUrl === undefined || toUrl === undefined) throw new UsageError('copy needs --from URL and --to URL.')
  if (fromUrl === toUrl) throw new UsageError('copy needs two different databases.')
  const from = await open(fromUrl)
  try {
    const to = await open(toUrl)
    try {
      const progress = createProgress(undefined, () => 0)
      const { projects, members, items, sha256 } = await copyAccounts(from.accounts, to.accounts, {
        onProgress: progress.show,
      })
      progress.clear()
      const fabrics = await copyCatalog(from, to)
      const number = (value: number) => value.toLocaleString('en')
      process.stdout.write(
        `${number(projects)} projects, ${number(members)} members, ${number(items)} items and ${number(fabrics)} fabrics are the same in both. SHA-256 of the accounts: ${sha256}\n`,
      )
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}
