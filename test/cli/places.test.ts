import { chmodSync, copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest'
import { catalogPathOf } from '../../src/catalog/index.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { copySeeded } from '../helpers/seeded.ts'
import { endAll, type Place, run } from './selvage.ts'

/** Root may write everything, so root starts the commands as a user who may not. */
const NOBODY = 65_534
const ordinary = process.getuid?.() === 0 ? { uid: NOBODY } : {}

const folder = temporaryFolder()
const at = (name: string) => join(folder.path, name)

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
  canRun = await run(['--version'], { cwd: folder.path, ...ordinary }).then(
    ({ code }) => code === 0,
    () => false,
  )
})
afterAll(async () => {
  await endAll()
  chmodSync(at('read-only'), 0o755)
  folder.remove()
})

const selvage = async (args: string, database = 'whole.db', place: Partial<Place> = {}) => {
  const env = { DATABASE_URL: `sqlite:${database}`, ...place.env }
  const { code, stdout, stderr } = await run(args.split(' '), { cwd: folder.path, ...place, env })
  return [code, stdout, stderr]
}

/** Whether that user can read the checkout, and Node, at all. */
let canRun = false
const skipUnlessRun = ({ skip }: TestContext) =>
  skip(
    !canRun,
    'Another user cannot read the checkout or Node, so it is not tried what that user may not do.',
  )

it('a folder in the place of a file is named, and called a folder', async () => {
  const ends = await Promise.all([
    selvage('import fabrics a-folder'),
    selvage('restore a-folder'),
    selvage('check', 'a-folder'),
    selvage('serve', 'a-folder'),
  ])
  expect(ends).toEqual([
    [1, '', 'a-folder is a folder, not a file.\n'],
    [1, '', 'a-folder is a folder, not a file.\n'],
    [1, '', expect.stringMatching(/a-folder is a folder, not a file\.\n/)],
    [
      1,
      '',
      expect.stringMatching(/^The database a-folder \(DATABASE_URL\) .*: it is a folder.* set DATABASE_URL/),
    ],
  ])
})

it('a path that goes on below a file is named, and what is wrong with it', async () => {
  const ends = await Promise.all([
    selvage('backup a-file/backup.db', 'secret.db'),
    selvage('import items a-file/items.ndjson'),
    selvage('serve', 'a-file/selvage.db'),
  ])
  const wrong = 'a part of the path is a file, not a folder.'
  expect(ends).toEqual([
    [
      1,
      '',
      // Newer versions of Node name the part itself.
      expect.stringMatching(
        /^(?:Nothing was backed up: )?a-file(?:\/backup\.db)? cannot be used: a part .* file, not/,
      ),
    ],
    [1, '', `a-file/items.ndjson cannot be used: ${wrong} Change that, or name another.\n`],
    [1, '', expect.stringContaining(`${wrong} Change that, or set DATABASE_URL to another place.\n`)],
  ])
})

it('what this user may not read or write is named, and nothing is left behind', async (context) => {
  skipUnlessRun(context)
  const before = readdirSync(at('read-only'))
  const ends = await Promise.all([
    selvage('serve', 'read-only/selvage.db', ordinary),
    selvage('import items /dev/null', 'read-only/selvage.db', ordinary),
    selvage('backup read-only/backup.db', 'read-only/selvage.db', ordinary),
    selvage('check', 'secret.db', ordinary),
  ])
  const unwritten =
    'The database read-only/selvage.db (DATABASE_URL) cannot be opened: this user has no right to it or its folder. Change that, or set DATABASE_URL to another place.\n'
  expect(ends).toEqual([
    [1, '', unwritten],
    [1, '', unwritten],
    [
      1,
      '',
      expect.stringMatching(/^Nothing was backed up: read-only\/backup\.db.* no right to it or its folder/),
    ],
    [1, expect.stringMatching(/secret\.db\nIt cannot be read: this user may not use the database file/), ''],
  ])
  expect(readdirSync(at('read-only'))).toEqual(before)
})
