import { randomBytes } from 'node:crypto'
import Sqlite from 'better-sqlite3'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import * as z from 'zod'
import { createPrivately } from '../files/index.ts'

/** What the development identity provider keeps across restarts, so that clients stay signed in. */
export interface ProviderStore {
  readonly keys: { readonly signing: readonly JWK[]; readonly cookies: readonly string[] }
  adapter(model: string): Adapter
  close(): void
}

const savedKeys = z.object({ signing: z.array(z.record(z.string(), z.json())), cookies: z.array(z.string()) })
const savedPayload = z.record(z.string(), z.json())
const row = z.object({ payload: z.string(), expires_at: z.number().nullable() })

async function newKeys() {
  const signing = await Promise.all(
    ['ES256', 'RS256'].map(async (alg) => {
      const { privateKey } = await generateKeyPair(alg, { extractable: true })
      const jwk = await exportJWK(privateKey)
      return { ...jwk, alg, use: 'sig', kid: await calculateJwkThumbprint(jwk) }
    }),
  )
  return { signing, cookies: [randomBytes(32).toString('base64url')] }
}

/** @param path of an SQLite file, or `:memory:`. */
export async function openProviderStore(path: string): Promise<ProviderStore> {
  // The file holds signing keys, so only this user may read it.
  if (path !== ':memory:') createPrivately(path)
  const db = new Sqlite(path)
  db.exec('pragma busy_timeout = 5000')
  db.exec(`create table if not exists stored (
    model text, id text, payload text not null, expires_at real, primary key (model, id))`)
  const put = db.prepare('insert or replace into stored values (?, ?, ?, ?)')
  const byId = db.prepare('select payload, expires_at from stored where model = ? and id = ?')
  const byUid = db.prepare(
    "select payload, expires_at from stored where model = ? and payload ->> '$.uid' = ?",
  )
  const remove = db.prepare('delete from stored where model = ? and id = ?')
  const revoke = db.prepare("delete from stored where payload ->> '$.grantId' = ?")
  db.prepare('delete from stored where expires_at < ?').run(Date.now())

  const find = (statement: Sqlite.Statement, model: string, value: string): AdapterPayload | undefined => {
    const found = row.safeParse(statement.get(model, value))
    if (!found.success || (found.data.expires_at ?? Number.POSITIVE_INFINITY) < Date.now()) return undefined
    return savedPayload.parse(JSON.parse(found.data.payload))
  }

  const known = find(byId, 'Keys', 'current')
  const keys = known === undefined ? await newKeys() : savedKeys.parse(known)
  if (known === undefined) put.run('Keys', 'current', JSON.stringify(keys), null)

  return {
    keys,
    close: () => db.close(),
    adapter: (model) => ({
      upsert: async (id, payload, expiresIn) => {
        put.run(model, id, JSON.stringify(payload), expiresIn ? Date.now() + expiresIn * 1000 : null)
      },
      find: async (id) => find(byId, model, id),
      findByUid: async (uid) => find(byUid, model, uid),
      // For devices without a browser, which this provider does not serve.
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const payload = find(byId, model, id)
        if (payload === undefined) return
        const consumed = JSON.stringify({ ...payload, consumed: Math.floor(Date.now() / 1000) })
        put.run(model, id, consumed, payload.exp === undefined ? null : payload.exp * 1000)
      },
      destroy: async (id) => {
        remove.run(model, id)
      },
      revokeByGrantId: async (grantId) => {
        revoke.run(grantId)
      },
    }),
  }
}
