import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import * as z from 'zod'
import { createPrivately } from '../files/index.ts'

const savedPayload = z.record(z.string(), z.json())
const savedKeys = z.object({
  signing: z.array(z.record(z.string(), z.string())),
  cookies: z.array(z.string()),
})

function newKeys() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signing = [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: randomUUID() }]
  return { signing, cookies: [randomBytes(32).toString('base64url')] }
}

/** What the provider keeps across restarts, so that clients stay signed in. */
export type ProviderStore = ReturnType<typeof openProviderStore>

/** @param path of an SQLite file, or `:memory:`. */
export function openProviderStore(path: string) {
  // The file holds signing keys.
  if (path !== ':memory:') createPrivately(path)
  const db = new Sqlite(path)
  // The provider itself refuses what has expired.
  db.exec(`create table if not exists stored (model text, id text, payload text not null, primary key (model, id));
    delete from stored where payload ->> '$.exp' < unixepoch()`)
  const put = db.prepare('insert or replace into stored (model, id, payload) values (?, ?, ?)')
  const remove = db.prepare('delete from stored where model = ? and id = ?')
  const revoke = db.prepare("delete from stored where payload ->> '$.grantId' = ?")
  const consume = db.prepare(
    "update stored set payload = json_set(payload, '$.consumed', unixepoch()) where model = ? and id = ?",
  )
  const finder = (key: string) => {
    const find = db.prepare(`select payload from stored where model = ? and ${key} = ?`).pluck()
    return (model: string, value: string): AdapterPayload | undefined => {
      const found = find.get(model, value)
      return typeof found === 'string' ? savedPayload.parse(JSON.parse(found)) : undefined
    }
  }
  const byId = finder('id')
  const byUid = finder("payload ->> '$.uid'")

  if (byId('Keys', 'current') === undefined) put.run('Keys', 'current', JSON.stringify(newKeys()))

  return {
    /** The same at every start. */
    keys: savedKeys.parse(byId('Keys', 'current')),
    adapter: (model: string): Adapter => ({
      upsert: async (id, payload) => void put.run(model, id, JSON.stringify(payload)),
      find: async (id) => byId(model, id),
      findByUid: async (uid) => byUid(model, uid),
      // For devices without a browser, which this provider does not serve.
      findByUserCode: async () => undefined,
      consume: async (id) => void consume.run(model, id),
      destroy: async (id) => void remove.run(model, id),
      revokeByGrantId: async (grantId) => void revoke.run(grantId),
    }),
    close: () => db.close(),
  }
}
