import { expect, it } from 'vitest'
import * as z from 'zod'
import { createCursors } from '../../src/core/cursor.ts'

type Key = readonly [number, string]
const key: z.ZodType<Key> = z.tuple([z.number(), z.string()])
const FILTERS = { resource: 'blocks', projectId: undefined, query: 'star' }
const LAST: Key = [1_780_000_000_000, 'blk_JD1xS6OtMwys1Bapt9-ITV']

const cursors = createCursors(['a secret of this test'])
const scope = cursors('assets', 'user_demo', FILTERS, key)

function sealed(from: typeof scope, next: Key = LAST): string {
  const { cursor } = from.seal(next)
  if (cursor === null) throw new Error('expected a cursor')
  return cursor
}

function refuses(by: { open(cursor: string): unknown }, cursor: string) {
  try {
    expect(by.open(cursor)).toBe('refused')
  } catch (error) {
    expect(error).toMatchObject({ code: 'invalid_cursor' })
  }
}

it('[D6.1, §8.cursor] opens what it sealed, which names no filter and no caller, and is truncated exactly when there is a cursor', () => {
  expect(scope.open(sealed(scope))).toEqual(LAST)
  expect(scope.seal(LAST)).toMatchObject({ truncated: true })
  expect(scope.seal(null)).toEqual({ cursor: null, truncated: false })
  expect(scope.open(undefined)).toBeUndefined()
  const [payload = ''] = sealed(scope).split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(LAST)
})

it('[§8.cursor] refuses every cursor in which one character was changed, and what is no cursor', () => {
  const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.']
  const cursor = sealed(scope)
  for (const [at, old] of [...cursor].entries())
    for (const character of alphabet.filter((each) => each !== old))
      refuses(scope, cursor.slice(0, at) + character + cursor.slice(at + 1))
  for (const other of ['', '..', 'A'.repeat(4097), `${cursor}==`, ` ${cursor}`, JSON.stringify(LAST)])
    refuses(scope, other)
})

it('rotates secrets: the newest signs, all given ones verify, a retired one does not', () => {
  const of = (...secrets: [string, ...string[]]) => createCursors(secrets)('assets', null, FILTERS, key)
  const [old, both, renewed] = [of('the old one'), of('the new one', 'the old one'), of('the new one')]
  expect(both.open(sealed(old))).toEqual(LAST)
  expect(renewed.open(sealed(both))).toEqual(LAST)
  expect(sealed(both)).toBe(sealed(renewed))
  refuses(old, sealed(both))
  refuses(renewed, sealed(old))
})
