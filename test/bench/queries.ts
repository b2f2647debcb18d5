import { COLORS, createRandom, madeUpWord, pick, words } from './catalog.ts'

export interface Kind {
  readonly name: string
  readonly queries: readonly string[]
}

const EACH = 24
const COMMON = words('blue red green rose stripe dot floral dusty dark velvet linen solids fabrics texture')
const LETTERS = [...'abcdefghijklmnopqrstuvwyz']

const random = createRandom(7)
const one = <Value>(values: readonly Value[]): Value => pick(values, random())
const color = () => one(COLORS).toLowerCase()
const rare = () => madeUpWord(100_000 + 100 + Math.floor(random() * 5_000)).toLowerCase()
const hex = () =>
  `#${Math.floor(random() * 0x1000000)
    .toString(16)
    .padStart(6, '0')}`

function twoColors(): string {
  const first = color()
  const second = color()
  // A word that begins with the other one meets it.
  return first.startsWith(second) || second.startsWith(first) ? twoColors() : `${first} ${second}`
}

/** The third letter is wrong. */
const misspelt = (word: string) => `${word.slice(0, 2)}${word[2] === 'x' ? 'z' : 'x'}${word.slice(3)}`

/** The longest query (§4.2): words of many names, of which no fabric has all. */
function hundredCharacters(): string {
  let text = color()
  while (text.length < 100) text += ` ${one([color, rare, () => one(COMMON)])()}`
  return text.slice(0, 100).trim()
}

const kind = (name: string, make: () => string): Kind => ({
  name,
  queries: Array.from({ length: EACH }, make),
})

/** What people and agents ask. */
export const KINDS: readonly Kind[] = [
  kind('common word', () => one(COMMON)),
  kind('two common words', () => `${one(['dusty', 'dark', 'velvet', 'linen', 'floral'])} ${color()}`),
  kind('rare word', rare),
  kind('two words that never meet', twoColors),
  kind('one letter', () => one(LETTERS)),
  kind('beginning of a word', () => one(COMMON).slice(0, 2 + Math.floor(random() * 3))),
  kind('no match', () => `qq${rare()}`),
  kind('inside words', () => one(['erry', 'lue', 'tripe', 'ose', 'loral', 'usty', 'ondo', 'ina'])),
  kind('misspelt word', () => `${misspelt(one(COMMON.filter((word) => word.length > 3)))} ${color()}`),
  kind('colour', hex),
  kind('colour and common word', () => `${one(COMMON)} ${hex()}`),
  kind('five colours', () => [hex(), hex(), hex(), hex(), hex()].join(' ')),
  kind('a hundred characters', hundredCharacters),
]
