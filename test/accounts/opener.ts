/** One of several processes that open and seed the same databases: waits to be told, then says what it found. */
import { text } from 'node:stream/consumers'
import { SILENT } from '../../src/core/logger.ts'
import { openDatabases } from '../../src/databases.ts'
import { seed } from '../../src/seed.ts'
import { SHIPPED_DATA } from './databases.ts'

const [, , path = ''] = process.argv
process.stdout.write(' ')
await text(process.stdin)

const failing = {
  ...SILENT,
  error: (fields: object) => {
    throw new Error('seeding failed', { cause: fields })
  },
}
const databases = await openDatabases({ accounts: { kind: 'sqlite', path } })
// Long enough for the other process to finish on a busy machine.
const patience = { seconds: 60 }
await seed(databases, { directory: SHIPPED_DATA, demo: true, log: failing, patience })
const makers = await databases.catalog.fabrics.makers()
const fabrics = makers.reduce((sum, maker) => sum + maker.fabrics, 0)
process.stdout.write(JSON.stringify({ fabrics, secret: await databases.accounts.cursorSecret() }))
await databases.close()
