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

const NOW_MS = "unixepoch('subsec') * 1000"

/** What the provider keeps across restarts, so that clients stay signed in. */
export type ProviderStore = ReturnType<typeof openProviderStore>

/** @param path of an SQLite file, or `:memory:`. */
export function openProviderStore(path: string) {
  // The file holds signing keys.
  if (path !== ':memory:') createPrivately(path)
  const db = new Sqlite(path)
  db.exec(`create table if not exists stored (
    model text, id text, payload text not null, expires_at real, primary key (model, id))`)
  db.exec(`delete from stored where expires_at < ${NOW_MS}`)
  const put = db.prepare('insert or replace into stored values (?, ?, ?, ?)')
  const remove = db.prepare('delete from stored where model = ? and id = ?')
  const revoke = db.prepare("delete from stored where payload ->> '$.grantId' = ?")
  const consume = db.prepare(
    "update stored set payload = json_set(payload, '$.consumed', unixepoch()) where model = ? and id = ?",
  )
  const finder = (key: string) => {
    const valid = `ifnull(expires_at > ${NOW_MS}, true)`
    const find = db.prepare(`select payload from stored where model = ? and ${key} = ? and ${valid}`).pluck()
    return (model: string, value: string): AdapterPayload | undefined => {
      const found = find.get(model, value)
      return typeof found === 'string' ? savedPayload.parse(JSON.parse(found)) : undefined
    }
  }
  const byId = finder('id')
  const byUid = finder("payload ->> '$.uid'")

  if (byId('Keys', 'current') === undefined) put.run('Keys', 'current', JSON.stringify(newKeys()), null)

  return {
    /** The same at every start. */
    keys: savedKeys.parse(byId('Keys', 'current')),
    adapter: (model: string): Adapter => ({
      upsert: async (id, payload, expiresIn) => {
        put.run(model, id, JSON.stringify(payload), expiresIn ? Date.now() + expiresIn * 1000 : null)
      },
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
