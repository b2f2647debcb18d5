import { describe, expect, it } from 'vitest'
import { splitColors } from '../../src/catalog/search/written-colors.ts'

function read(text: string): readonly string[] {
  const { colors, rest } = splitColors(text, () => true)
  return [...colors, ...rest.split(/[^\p{L}\p{N}%#]+/u).filter((word) => word !== '')]
}

describe('[D17.1] a colour, however it is written', () => {
  it.each([
    ['#00f', ['#0000FF']],
    ['#000080', ['#000080']],
    ['rgb(0,0,128)', ['#000080']],
    ['RGB( 0 , 0 , 128 )', ['#000080']],
    ['rgb(0 0 128)', ['#000080']],
    ['rgb (0, 0, 128)', ['#000080']],
    ['rgb(0 0 128 / 50%)', ['#000080']],
    ['rgb(0%, 0%, 50%)', ['#000080']],
    ['rgb(0, 0, 127.6)', ['#000080']],
    ['rgba(0, 0, 128, .5)', ['#000080']],
    ['rgb: 247, 76, 66', ['#F74C42']],
    ['kona rgb 247 76 66 solid', ['#F74C42', 'kona', 'solid']],
    ['hsl(240, 100%, 25%)', ['#000080']],
    ['hsl(240deg 100% 25%)', ['#000080']],
    ['hsla(240, 100%, 25%, 0.3)', ['#000080']],
    ['hsl 240 100 25', ['#000080']],
    ['hsl(0, 0%, 100%)', ['#FFFFFF']],
    ['hsl(180, 50%, 75%)', ['#9FDFDF']],
    ['hsl(360, 100%, 50%)', ['#FF0000']],
    ['#00008080 kona', ['#000080', 'kona']],
    ['0xF74C42, kona', ['#F74C42', 'kona']],
    ['5f8a8b', ['#5F8A8B']],
    ['["#2E4057","rgb(217 164 65)"]', ['#2E4057', '#D9A441']],
    ['#2E4057/#D9A441', ['#2E4057', '#D9A441']],
  ])('%j', (text, found) => expect(read(text)).toEqual(found))

  it.each([
    ['rgb(300, 0, 0)', ['rgb', '300', '0', '0']],
    ['rgb(0, 0, 101%)', ['rgb', '0', '0', '101%']],
    ['rgb(0, 0)', ['rgb', '0', '0']],
    ['rgb 0 0 1280', ['rgb', '0', '0', '1280']],
    ['hsl(0, 200%, 0%)', ['hsl', '0', '200%', '0%']],
    ['#D9A44', ['#D9A44']],
    ['#D9A4412', ['#D9A4412']],
    ['#1087', ['#1087']],
    ['0xF74C4', ['0xF74C4']],
    ['K0xF74C42', ['K0xF74C42']],
    ['247,76,66', ['247', '76', '66']],
    ['facades', ['facades']],
  ])('%j is none', (text, words) => expect(read(text)).toEqual(words))
})
