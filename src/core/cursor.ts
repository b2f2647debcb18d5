import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod'
import { AppError } from './errors.ts'

const MAC_LENGTH = 22
const CURSOR = /^([\w-]+)\.([\w-]{22})$/

const notOfThisList = () =>
  new AppError('invalid_cursor', 'The cursor does not belong to this list.', {
    hint: 'A cursor works only with the filters that produced it. Call again without cursor.',
  })

// From a buffer, each MAC would make such a key anew, which takes six times as long.
const keyOf = (secret: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'selvage/cursor/v1', 32)))

export type Cursors = ReturnType<typeof createCursors>

/**
 * Signed keyset cursors (§4.2, §8): `payload.mac`. The payload is the sort key of the last row. The MAC binds it to the
 * operation, the caller and the filters. The first secret signs and all verify (rotation).
 */
export function createCursors(secrets: readonly [string, ...string[]]) {
  const newest = keyOf(secrets[0])
  const keys = secrets.map(keyOf)

  /**
   * @param operation what is listed, such as `assets`. A cursor works on all aliases and on both surfaces.
   * @param caller the user id, or `null` on public lists, so that a cursor survives sign-in.
   * @param filters without the page size.
   */
  return <Key>(
    operation: string,
    caller: string | null,
    filters: Record<string, string | undefined>,
    key: z.ZodType<Key>,
  ) => {
    const binding = JSON.stringify([operation, caller, filters])
    const macOf = (secret: KeyObject, payload: string) =>
      createHmac('sha256', secret).update(`${payload}.${binding}`).digest('base64url').slice(0, MAC_LENGTH)

    return {
      /** Throws `invalid_cursor` if this scope did not make it. */
      open(cursor: string | undefined): Key | undefined {
        if (cursor === undefined) return undefined
        const [, payload = '', given = ''] = CURSOR.exec(cursor) ?? []
        const isGiven = (mac: string) => timingSafeEqual(Buffer.from(mac), Buffer.from(given))
        if (payload === '' || !keys.some((secret) => isGiven(macOf(secret, payload)))) throw notOfThisList()
        const position = key.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
        // An earlier release may have made it.
        if (!position.success) throw notOfThisList()
        return position.data
      },
      /** `null` when there is no next page (D6). */
      seal(next: Key | null): { readonly cursor: string | null; readonly truncated: boolean } {
        if (next === null) return { cursor: null, truncated: false }
        const payload = Buffer.from(JSON.stringify(next)).toString('base64url')
        return { cursor: `${payload}.${macOf(newest, payload)}`, truncated: true }
      },
    }
  }
}
