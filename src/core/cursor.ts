import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { AppError } from './errors.ts'

/** Whether and how a list goes on (D6). */
export interface Continuation {
  readonly cursor: string | null
  readonly truncated: boolean
}

/** The cursors of one operation, caller and set of filters. */
export interface CursorScope<Key> {
  /** The position in a cursor. Throws `invalid_cursor` if this scope did not make the cursor. */
  open(cursor: string | undefined): Key | undefined
  seal(next: Key | null): Continuation
}

export interface Cursors {
  /**
   * @param operation the tool; a cursor works on all its aliases and on both surfaces.
   * @param caller the user id, or `null` on public lists, so that a cursor survives sign-in.
   * @param filters those that select the rows; the page size is not one.
   */
  scope<Key>(
    operation: string,
    caller: string | null,
    filters: Readonly<Record<string, string | undefined>>,
    key: z.ZodType<Key>,
  ): CursorScope<Key>
}

interface SigningKey {
  readonly id: string
  readonly secret: Buffer
}

const MAC_BYTES = 16
const HOUR_MS = 3_600_000
/** How long a cursor is good (D6): long enough for a person who pages by hand. */
const LIFETIME_HOURS = 24
const SHAPE = /^([A-Za-z0-9_-]{6})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{22})$/

/** A cursor that this list did not give. */
function invalidCursor(): AppError {
  return new AppError('invalid_cursor', 'The cursor does not belong to this list.', {
    hint: 'A cursor works only with the filters that produced it. Call again without cursor.',
  })
}

function expiredCursor(): AppError {
  return new AppError('invalid_cursor', 'The cursor is older than a day.', {
    hint: 'Call again without cursor.',
  })
}

function signingKey(secret: string): SigningKey {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'selvage/cursor/v1', 32))
  const id = createHash('sha256').update(derived).digest('base64url').slice(0, 6)
  return { id, secret: derived }
}

/**
 * Signed keyset cursors (§4.2, §8): `keyId.payload.mac`. The payload holds the sort key of the
 * last row, so a deleted row changes nothing, and the hour it was made in. The MAC binds it to the operation,
 * the caller and the filters.
 *
 * @param secrets newest first: the first signs, all verify, so that secrets can be rotated.
 * @param now epoch milliseconds.
 */
export function createCursors(
  secrets: readonly [string, ...string[]],
  now: () => number = Date.now,
): Cursors {
  const keys = secrets.map(signingKey)
  const [newest] = keys
  // By the hour, so that the same position has the same cursor on both surfaces.
  const hour = () => Math.floor(now() / HOUR_MS)
  if (newest === undefined) throw new RangeError('at least one cursor secret is needed')

  return {
    scope(operation, caller, filters, key) {
      const sorted = Object.entries(filters)
        .filter(([, value]) => value !== undefined)
        .sort(([a], [b]) => (a < b ? -1 : 1))
      const binding = JSON.stringify([operation, caller, sorted])
      const mac = (signer: SigningKey, payload: string) =>
        createHmac('sha256', signer.secret)
          .update(`${signer.id}.${payload}.${binding}`)
          .digest()
          .subarray(0, MAC_BYTES)

      return {
        open(cursor) {
          if (cursor === undefined) return undefined
          const [, id, payload, signature] = SHAPE.exec(cursor) ?? []
          const signer = keys.find((candidate) => candidate.id === id)
          if (signer === undefined || payload === undefined || signature === undefined) throw invalidCursor()
          const expected = mac(signer, payload)
          // Compared as text too, because in base64url several texts can stand for the same bytes.
          const given = Buffer.from(signature, 'base64url')
          if (!timingSafeEqual(expected, given) || expected.toString('base64url') !== signature)
            throw invalidCursor()
          const sealed = z
            .tuple([z.int(), key])
            .safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()))
          if (!sealed.success) throw invalidCursor()
          const [madeIn, position] = sealed.data
          if (hour() - madeIn > LIFETIME_HOURS) throw expiredCursor()
          return position
        },
        seal(next) {
          if (next === null) return { cursor: null, truncated: false }
          const payload = Buffer.from(JSON.stringify([hour(), next])).toString('base64url')
          return {
            cursor: `${newest.id}.${payload}.${mac(newest, payload).toString('base64url')}`,
            truncated: true,
          }
        },
      }
    },
  }
}
