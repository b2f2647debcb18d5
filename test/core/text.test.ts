import { describe, expect, it } from 'vitest'
import { visibleText } from '../../src/core/text.ts'

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => first + offset)

const hex = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`

describe('[D23.1] visible text', () => {
  const WHITE_SPACE = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d])
  const hidden = [
    ...range(0x00, 0x1f),
    ...range(0x7f, 0x9f),
    0x061c,
    0x180e,
    0x200b,
    0x200e,
    0x200f,
    ...range(0x202a, 0x202e),
    ...range(0x2060, 0x2064),
    ...range(0x2066, 0x2069),
    ...range(0xfe00, 0xfe0e),
    0xfeff,
    ...range(0xe0100, 0xe01ef),
    ...range(0xe0000, 0xe007f),
  ]

  it('loses every hidden character; white space becomes a space', () => {
    for (const codePoint of hidden) {
      const character = String.fromCodePoint(codePoint)
      const shown = WHITE_SPACE.has(codePoint) ? 'Log Cabin' : 'LogCabin'
      expect(visibleText(`Log${character}Cabin`), hex(codePoint)).toBe(shown)
    }
  })

  it('makes one space of a line break of two characters, and of an empty line', () => {
    expect(visibleText('one\r\ntwo\n\nthree')).toBe('one two three')
  })

  it.each([
    'Piñata Wall Hanging',
    'Grandma’s 9½" block',
    'keeps  two spaces ',
    'שמיכה',
    'لحاف',
    '👩🏽‍🎨🪡',
    'Pin\u0303ata',
    '<b>&amp;</b>',
    '\u00A0\u2003',
  ])('%j stays as it is', (text) => expect(visibleText(text)).toBe(text))
})
