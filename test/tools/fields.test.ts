import { describe, expect, it } from 'vitest'
import { cursorInput, pageSize, text } from '../../tools/fields.ts'

const accepts = (field: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  field.safeParse(value).success

describe('[D8.1, D8.2] text', () => {
  const name = text({ min: 1, max: 120 })

  it.each([
    ['one character', 'a'],
    ['120 letters', 'a'.repeat(120)],
    ['120 characters beyond the basic plane', '🪡'.repeat(120)],
    ['a space', ' '],
    ['hidden characters', '\u202E\t'],
  ])('takes %s', (_, value) => expect(accepts(name, value)).toBe(true))

  it.each([
    ['nothing', ''],
    ['121 letters', 'a'.repeat(121)],
    ['121 characters beyond the basic plane', '🪡'.repeat(121)],
    ['NUL', 'a\0'],
    ['an unpaired surrogate', 'a\uD83E'],
    ['a number', 5],
    ['null', null],
    ['a list', ['a']],
  ])('refuses %s', (_, value) => expect(accepts(name, value)).toBe(false))

  it('keeps what it takes as it was sent', () => {
    const sent = '  Pin\u0303ata\u202E  '
    expect(name.parse(sent)).toBe(sent)
  })

  it('may be empty when no least length is given', () => {
    expect(accepts(text({ max: 3 }), '')).toBe(true)
    expect(accepts(text({ max: 3 }), 'abcd')).toBe(false)
  })
})

describe('[D4.1] page size', () => {
  const limit = pageSize(50, 25)

  it('is 25 when none is asked for', () => expect(limit.parse(undefined)).toBe(25))
  it.each([1, 25, 50])('takes %i', (value) => expect(limit.parse(value)).toBe(value))
  it.each([0, -1, 51, 1.5, '25', null, Number.NaN, Number.POSITIVE_INFINITY])('refuses %j', (value) =>
    expect(accepts(limit, value)).toBe(false),
  )
})

describe('cursor', () => {
  it('may be left out, and has at most 4,096 characters', () => {
    expect(accepts(cursorInput(), undefined)).toBe(true)
    expect(accepts(cursorInput(), 'A'.repeat(4096))).toBe(true)
    expect(accepts(cursorInput(), 'A'.repeat(4097))).toBe(false)
  })
})
