import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAccounts } from '../../src/accounts/index.ts'
import { putItems } from '../../src/accounts/put-items.ts'
import { blockOf } from '../accounts/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0
/** PgBouncer refuses to run as root. */
const NOBODY = 65_534
const asWhom = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

describe.runIf(hasPgBouncer)('[D9.9] behind PgBouncer in transaction mode', () => {
  const folder = temporaryFolder()
  let pooler: ReturnType<typeof spawn>
  let url: URL
  beforeAll(async () => {
    url = new URL(await createPostgresDatabase())
    const port = await freePort()
    const settings = [
      '[databases]',
      `* = host=127.0.0.1 port=${url.port} user=postgres`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      'pool_mode = transaction',
      // Fewer than the instances hold: transactions take turns on them.
      'default_pool_size = 3',
    ]
    const file = join(folder.path, 'pgbouncer.ini')
    writeFileSync(file, settings.join('\n'))
    if ('uid' in asWhom) for (const path of [folder.path, file]) chownSync(path, NOBODY, NOBODY)
    pooler = spawn('pgbouncer', [file], { ...asWhom, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    for await (const text of pooler.stderr ?? []) {
      said += String(text)
      if (said.includes('process up')) break
    }
    url.port = String(port)
  })
  afterAll(async () => {
    const ended = once(pooler, 'exit')
    pooler.kill()
    await ended
  })

  const open = () => openAccounts({ kind: 'postgres', url: url.href, pool: 4, prepare: false })

  it('six instances come up at once, create, list, and import one after the other', async () => {
    const instances = await Promise.all(Array.from({ length: 6 }, open))
    const ids = await Promise.all(
      instances.flatMap(({ projects }) =>
        Array.from({ length: 10 }, () => projects.create('ann', { name: 'Pooled', description: undefined })),
      ),
    )
    const itemsOf = (name: string) =>
      Array.from({ length: 3_000 }, (_, index) => blockOf('bob', `blk_${index}`, { name, design: '{}' }))
    const imports = instances.map(({ importing }, instance) =>
      importing((transaction) => putItems(transaction, itemsOf(`By ${instance}`)), { seconds: 60 }),
    )
    await Promise.all(imports)
    const page = { query: undefined, limit: 100, after: undefined }
    for (const { projects, assets, close } of instances) {
      const { items } = await projects.list('ann', page)
      expect(new Set(items.map(({ id }) => id))).toEqual(new Set(ids))
      const blocks = await assets.list('bob', { ...page, resource: 'blocks', projectId: undefined })
      expect(new Set(blocks.items.map(({ name }) => name)).size).toBe(1)
      await close()
    }
  })
})
