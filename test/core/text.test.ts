import { expect, it } from 'vitest'
import { visibleText } from '../../src/core/text.ts'

/** First and last of each range, but white space. */
const HIDDEN = [
  [0x00, 0x08],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0x061c, 0x061c],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x2069],
  [0xfe00, 0xfe0e],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe007f],
  [0xe0100, 0xe01ef],
] as const

it.each(HIDDEN)('[D23.1] visible text loses the characters from %d to %d', (first, last) => {
  for (let codePoint = first; codePoint <= last; codePoint += 1)
    expect(visibleText(`Log${String.fromCodePoint(codePoint)}Cabin`), codePoint.toString(16)).toBe('LogCabin')
})

it('[D23.1] a line break, also of two characters, and an empty line become one space', () => {
  expect(visibleText('one\r\ntwo\n\nthree\tfour\vfive\fsix')).toBe('one two three four five six')
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
])('[D23.1] %j stays as it is', (text) => expect(visibleText(text)).toBe(text))
