import { chmodSync, cpSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT, temporaryFolder } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { type Place, run, start } from './selvage.ts'

const folder = temporaryFolder()

/** The path and the mode of everything in a folder. */
function modesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => `${name} ${(statSync(join(path, name)).mode & 0o777).toString(8)}`)
    .sort()
}

it('all that commands and servers create is for its owner only, where the umask takes no rights away', async () => {
  const place: Place = {
    cwd: folder.path,
    env: { PORT: String(await freePort(2)), DATABASE_URL: 'sqlite:data/deep/selvage.db', LOG_LEVEL: 'warn' },
    umask: '000',
  }
  const selvage = async (...args: string[]) => expect(await run(args, place)).toMatchObject({ code: 0 })
  const server = start(['serve'], place)
  await server.hasSaid('stdout', 'Connector URL')
  await Promise.all([
    selvage('backup', 'backup.db'),
    selvage('export', 'items', 'items.ndjson'),
    selvage('export', 'fabrics', 'fabrics.csv'),
  ])
  const running = ['', '-shm', '-wal'].flatMap((ending) => [
    `data/deep/selvage-catalog.db${ending} 600`,
    `data/deep/selvage.db${ending} 600`,
  ])
  const made = ['backup.db 600', 'data 700', 'data/deep 700', 'data/deep/development-sign-in.db 600']
  expect(modesIn(folder.path)).toEqual([...made, 'fabrics.csv 600', 'items.ndjson 600', ...running].sort())

  server.child.kill('SIGTERM')
  await server.ended
  // An old file, and a backup that somebody has copied.
  for (const name of ['backup.db', 'data/deep/selvage.db']) chmodSync(join(folder.path, name), 0o644)
  await selvage('restore', 'backup.db')
  const databases = modesIn(folder.path).filter((line) => /\/selvage\.db/.test(line))
  expect(databases).toEqual([
    'data/deep/selvage.db 600',
    expect.stringMatching(/^data\/deep\/selvage\.db\.replaced-.* 600$/),
  ])
})

it('nobody else may write the cache of compiled code, where the umask takes no rights away', async () => {
  const checkout = join(folder.path, 'checkout')
  for (const part of ['src', 'package.json'])
    cpSync(join(ROOT, part), join(checkout, part), { recursive: true })
  for (const part of ['tools', 'node_modules']) symlinkSync(join(ROOT, part), join(checkout, part))
  const executable = join(checkout, 'src/selvage.mjs')
  expect(await run(['--version'], { cwd: folder.path, executable, umask: '000' })).toMatchObject({ code: 0 })
  const cached = modesIn(checkout).filter((line) => line.startsWith('var'))
  expect(cached.length).toBeGreaterThan(4)
  expect(cached.filter((line) => !/ (?:700|755|600|644)$/.test(line))).toEqual([])
})
