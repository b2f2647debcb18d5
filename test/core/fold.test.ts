import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, foldWords } from '../../src/core/text.ts'

describe('[D14.1] folded words', () => {
  it.each([
    ['case', 'KONA Cotton', ['kona', 'cotton']],
    ['accents', 'Piñata Crème Brûlée', ['pinata', 'creme', 'brulee']],
    ['accents apart', 'Pin\u0303ata', ['pinata']],
    ['capital accents', 'ÉÀÖ', ['eao']],
    ['a straight apostrophe', "Painter's Palette", ['painters', 'palette']],
    ['a curly apostrophe', 'Painter’s Palette', ['painters', 'palette']],
    ['an opening quote', 'Painter‘s', ['painters']],
    ['a modifier apostrophe', 'Painterʼs', ['painters']],
    ['a backtick', 'Painter`s', ['painters']],
    ['an acute accent for an apostrophe', 'Painter´s', ['painters']],
    ['a fullwidth apostrophe', 'Painter＇s', ['painters']],
    ['punctuation', 'Ruby+Bee: (Solids), "No. 5"!', ['ruby', 'bee', 'solids', 'no', '5']],
    ['dashes', 'over‐dyed–warp—weft', ['over', 'dyed', 'warp', 'weft']],
    ['a SKU', 'K001-1240', ['k001', '1240']],
    ['wildcards', '50%_off*', ['50', 'off']],
    ['grey', 'Grey GREY greyish', ['gray', 'gray', 'grayish']],
    ['gray', 'Gray', ['gray']],
    ['colour', 'ColourWorks colours', ['colorworks', 'colors']],
    ['color', 'ColorWorks', ['colorworks']],
    ['an ampersand', 'Olive & Sage', ['olive', 'and', 'sage']],
    ['an ampersand in a word', 'R&B', ['r', 'and', 'b']],
    ['ß', 'Weiß', ['weiss']],
    ['a capital ß', 'WEIẞ', ['weiss']],
    [
      'letters that have no accent to lose',
      'Œuvre Æther Smørrebrød Łódź đ',
      ['oeuvre', 'aether', 'smorrebrod', 'lodz', 'd'],
    ],
    ['ligatures and widths', 'ﬁne Ｋｏｎａ', ['fine', 'kona']],
    ['fractions', '½', ['1', '2']],
    ['an emoji', '🪡 needle', ['🪡', 'needle']],
    ['an emoji with a variation selector', '❤\uFE0F', ['❤']],
    ['all kinds of space', ' a\tb\u00A0c\u2003d\u3000e ', ['a', 'b', 'c', 'd', 'e']],
    ['invisible characters', 'a\u200Bb\u202Ec', ['a', 'b', 'c']],
    ['other scripts', 'Шёлк 絹', ['шелк', '絹']],
    ['empty', '', []],
    ['only spaces', '   ', []],
    ['only punctuation', '…!?', []],
  ])('%s: %j', (_, text, words) => expect(foldWords(text)).toEqual(words))

  it('is its words with single spaces', () => {
    expect(fold('  Robert—Kaufman  ')).toBe('robert kaufman')
    expect(fold('')).toBe('')
  })

  it('folds what is folded to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
      { numRuns: 1000 },
    )
  })
})
