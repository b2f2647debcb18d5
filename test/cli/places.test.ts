import { chmodSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { copySeeded } from '../helpers/seeded.ts'
import { run } from './selvage.ts'

/** Root may write everything, so root starts the commands as a user who may not. */
const NOBODY = 65_534
const asOrdinaryUser = process.getuid?.() === 0 ? { uid: NOBODY } : {}

const folder = temporaryFolder()
const at = (name: string) => join(folder.path, name)
/** Whether that user can read the checkout, and Node, at all. */
let canRun = false

beforeAll(async () => {
  for (const name of ['a-folder', 'read-only']) mkdirSync(at(name))
  writeFileSync(at('a-file'), '')
  const path = at('read-only/selvage.db')
  copySeeded(path)
  copyFileSync(path, at('secret.db'))
  chmodSync(at('secret.db'), 0)
  for (const file of [path, catalogPathOf(path)]) chmodSync(file, 0o444)
  chmodSync(at('read-only'), 0o555)
  chmodSync(folder.path, 0o755)
  canRun = await run(['--version'], { cwd: folder.path, ...asOrdinaryUser }).then(
    ({ code }) => code === 0,
    () => false,
  )
})
afterAll(() => chmodSync(at('read-only'), 0o755))

/** What a command that fails says, on both streams. */
async function failureOf(args: string, database: string, user = {}) {
  const env = { DATABASE_URL: `sqlite:${database}` }
  const { code, stdout, stderr } = await run(args.split(' '), { cwd: folder.path, env, ...user })
  expect(code).toBe(1)
  return stdout + stderr
}

it.each<[args: string, database: string, told: RegExp]>([
  ['import fabrics a-folder', 'whole.db', /^a-folder is a folder, not a file\.\n$/],
  ['serve', 'a-folder', /^The database a-folder \(DATABASE_URL\) .*: it is a folder.* set DATABASE_URL/],
  [
    'serve',
    'a-file/selvage.db',
    /a part of the path is a file, not a folder\. Change that, set DATABASE_URL to another place, or restore a backup: /,
  ],
])('%s with the database %s names the path, and what is wrong with it', async (args, database, told) => {
  expect(await failureOf(args, database)).toMatch(told)
})

it.for<[args: string, database: string, told: RegExp]>([
  [
    'serve',
    'read-only/selvage.db',
    /^The database read-only\/selvage\.db \(DATABASE_URL\) cannot be opened: this user has no right to it or its folder\. Change that, set DATABASE_URL to another place, or restore a backup: /,
  ],
  [
    'backup read-only/backup.db',
    'read-only/selvage.db',
    /^read-only\/backup\.db.* no right to it or its folder/,
  ],
  ['check', 'secret.db', /secret\.db\nIt cannot be read: this user may not use the database file/],
])(
  '%s with %s names what this user may not read or write, and leaves nothing behind',
  async ([args, database, told], { skip }) => {
    skip(!canRun, 'Another user cannot read the checkout or Node, so nothing is tried as that user.')
    const before = readdirSync(at('read-only'))
    expect(await failureOf(args, database, asOrdinaryUser)).toMatch(told)
    expect(readdirSync(at('read-only'))).toEqual(before)
  },
)
