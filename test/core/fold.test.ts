import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldWords } from '../../src/core/text.ts'

describe('[D14.1] folded words', () => {
  it.each([
    ['case', 'KONA Cotton', ['kona', 'cotton']],
    ['accents', 'Piñata Crème ÉÀÖ', ['pinata', 'creme', 'eao']],
    ['accents apart', 'Pin\u0303ata', ['pinata']],
    [
      'apostrophes and what is written for them',
      "Painter's Painter’s Painter‘s Painterʼs Painter`s Painter´s Painter＇s",
      Array(7).fill('painters'),
    ],
    ['punctuation', 'Ruby+Bee: (Solids), "No. 5"!', ['ruby', 'bee', 'solids', 'no', '5']],
    ['dashes', 'over‐dyed–warp—weft', ['over', 'dyed', 'warp', 'weft']],
    ['a SKU', 'K001-1240', ['k001', '1240']],
    ['wildcards', '50%_off*', ['50', 'off']],
    ['grey and colour', 'Grey greyish Gray ColourWorks', ['gray', 'grayish', 'gray', 'colorworks']],
    ['an ampersand', 'Olive & R&B', ['olive', 'and', 'r', 'and', 'b']],
    ['ß', 'Weiß WEIẞ', ['weiss', 'weiss']],
    [
      'letters that have no accent to lose',
      'Œuvre Æther Smørrebrød Łódź đ',
      ['oeuvre', 'aether', 'smorrebrod', 'lodz', 'd'],
    ],
    ['ligatures and widths', 'ﬁne Ｋｏｎａ', ['fine', 'kona']],
    ['fractions', '½', ['1', '2']],
    ['an emoji', '🪡 needle ❤\uFE0F', ['🪡', 'needle', '❤']],
    ['all kinds of space', ' a\tb\u00A0c\u2003d\u3000e ', ['a', 'b', 'c', 'd', 'e']],
    ['invisible characters', 'a\u200Bb\u202Ec', ['a', 'b', 'c']],
    ['other scripts', 'Шёлк 絹', ['шелк', '絹']],
    ['only punctuation', '…!?', []],
    ['letters that fold to capitals or apostrophes', 'ŉ ℡ İ', ['n', 'tel', 'i']],
  ])('%s: %j', (_, text, words) => expect(foldWords(text)).toEqual(words))

  it('folds what is folded to itself', () => {
    expect(fold('  Robert—Kaufman  ')).toBe('robert kaufman')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 1000 },
    )
  })
})
