import { describe, expect, it } from 'vitest'
import { distanceInWords } from '../../src/core/color-notes.ts'
import type { CollectionRecord, FabricFilter, FabricRecord } from '../../src/core/repositories.ts'
import { searchNotes } from '../../src/core/search-notes.ts'
import type { SearchFault, SearchReport } from '../../src/core/search-report.ts'

const PLAIN: SearchReport = {
  level: 0,
  leftOut: [],
  readAs: [],
  colorWords: [],
  without: undefined,
  manufacturers: [],
  collections: [],
  furtherCollections: 0,
  colors: [],
  furtherColors: [],
  besideColors: [],
  distances: [],
  total: { count: 1, isExact: true },
  fault: undefined,
}
const NOTHING = { level: undefined, total: { count: 0, isExact: true } } as const

const fabric = (name: string): FabricRecord => ({
  id: 'fab_1',
  name,
  manufacturer: 'Robert Kaufman',
  collection: 'Kona Cotton',
  sku: undefined,
  colorHex: '#FF7F50',
  thumbnailUrl: undefined,
})

const words = (text: string) => text.split(/\s+/).length

function note(
  report: Partial<SearchReport>,
  names: readonly string[] = ['Mango'],
  {
    hasMore = false,
    isFirst = true,
    asked = {},
    lines = [],
  }: {
    hasMore?: boolean
    isFirst?: boolean
    asked?: Partial<FabricFilter>
    lines?: readonly CollectionRecord[]
  } = {},
): string {
  const next = hasMore ? 'more' : null
  const page = { items: names.map(fabric), isFirst, next, report: { ...PLAIN, ...report } }
  const filter = { query: undefined, manufacturer: undefined, collection: undefined, ...asked }
  return searchNotes(page, filter, undefined, lines).join(' ')
}

describe('the note of a search', () => {
  it('[D38.1] says nothing where the answer says it all', () => {
    expect(note({})).toBe('')
    expect(
      note({ manufacturers: ['Moda Fabrics'] }, ['Mango'], { asked: { manufacturer: 'MODA fabrics' } }),
    ).toBe('')
  })

  it('[D38.1] of a maker names the collections, at most eight', () => {
    const lines = Array.from({ length: 10 }, (_, index) => ({ collection: `Line ${index}`, fabrics: index }))
    const asked = { manufacturer: 'Mill' }
    expect(note({ manufacturers: ['Mill'] }, ['Mango'], { asked, lines: lines.slice(0, 2) })).toBe(
      'Collections: Line 0 0, Line 1 1.',
    )
    expect(note({ manufacturers: ['Mill'] }, ['Mango'], { asked, lines })).toMatch(/Line 7 7 and 2 more\.$/)
  })

  it('[D38.2] says how the query was read', () => {
    expect(note({ level: 4, readAs: [{ written: 'kauffman', meant: 'kaufman' }] })).toBe(
      'Read "kauffman" as "kaufman".',
    )
    expect(note({ level: 1, readAs: [{ written: 'kona', meant: 'kona cotton' }] })).toBe('')
    expect(note({ level: 2, leftOut: ['solid', 'fabric'] })).toBe(
      'Left out of the search: "solid", "fabric".',
    )
    expect(
      note({ manufacturers: ['Art Gallery Fabrics'] }, ['Mango'], { asked: { manufacturer: 'agf' } }),
    ).toBe('manufacturer "agf" means Art Gallery Fabrics.')
    expect(note({ manufacturers: ['Moda Fabrics'] }, ['Mango'], { asked: { manufacturer: 'moda' } })).toBe('')
    expect(note({ level: 3, leftOut: ['warm'] })).toBe(
      'No fabric has every word; these match without "warm".',
    )
    expect(note({}, ['Mango'], { asked: { query: 'mango -silky' } })).toBe('A search excludes nothing.')
    expect(note({}, ['Mango'], { asked: { query: 'mango not Kona' } })).toBe('A search excludes nothing.')
    expect(note({}, ['Mango'], { asked: { query: 'forget me nots' } })).toBe('')
    expect(note({}, ['Mango'], { asked: { query: 'off-white' } })).toBe('')
    expect(
      note({ collections: ['Solids', 'Pure Solids', 'Bella Solids', 'A', 'B', 'C'] }, ['x'], {
        asked: { collection: 'solids' },
      }),
    ).toBe('collection "solids" means Solids, Pure Solids, Bella Solids, A and 2 more.')
  })

  it('[D38.3] says how many match in all, where more follow', () => {
    expect(note({ total: { count: 369, isExact: true } }, ['Mango'], { hasMore: true })).toBe(
      '369 match in all.',
    )
    expect(note({ total: { count: 1000, isExact: false } }, ['Mango'], { hasMore: true })).toBe(
      'More than 1,000 match in all.',
    )
  })

  it('[D38.4] gives the distance of the first results of a colour, and what it means', () => {
    const color = '#FF7F50'
    const distances = [2.81, 4.62, 12.44, 13].map((distance) => ({ color, distance }))
    expect(note({ colors: [color], distances }, ['Mango', 'Orangeade', 'Coral', 'Far'])).toBe(
      'Colour difference (CIEDE2000): Mango 2.8: visible; Orangeade 4.6: clearly visible; Coral 12.4, Far 13.0: another colour.',
    )
  })

  it('[D38.4] gives as many distances as there is room for, at most ten', () => {
    const distances = Array.from({ length: 25 }, (_, index) => ({ color: '#FF7F50', distance: index }))
    const shown = (name: string) =>
      note(
        { colors: ['#FF7F50'], distances },
        Array.from({ length: 25 }, () => name),
      )
    expect(shown('Coral').match(/Coral/g)).toHaveLength(10)
    expect(shown('A Coral of Five Words').match(/Coral/g)).toHaveLength(5)
  })

  it('[D38.4] says that a word is in names of other lines too', () => {
    const distances = [1, 2].map((distance) => ({ color: '#FF7F50', distance }))
    const text = (word: string) => {
      const items = [{ ...fabric('Kona Coffee'), collection: 'Cotton Supreme' }, fabric('Mango')]
      const report = { ...PLAIN, colors: ['#FF7F50'], besideColors: [word.toLowerCase()], distances }
      const asked = { query: `${word} #FF7F50`, manufacturer: undefined, collection: undefined }
      return searchNotes({ items, isFirst: true, next: null, report }, asked, undefined, []).join(' ')
    }
    expect(text('Kona')).toMatch(
      /"Kona" is in names of other lines too; collection "Kona Cotton" leaves them out\.$/,
    )
    expect(text('cotton')).not.toContain('other lines')
  })

  it('[D38.3] of a colour leaves out how many fabrics there are: it only orders them', () => {
    const report = {
      colors: ['#FF7F50'],
      besideColors: ['kona'],
      distances: [{ color: '#FF7F50', distance: 1 }],
      total: { count: 369, isExact: true },
    }
    expect(note(report, ['Mango'], { hasMore: true })).not.toContain('in all')
  })

  it('[D38.4] says how to find nearer ones, where words or filters left out fabrics', () => {
    const far = { colors: ['#FF7F50'], distances: [{ color: '#FF7F50', distance: 20 }] }
    const hint = 'Fewer words or filters may find nearer ones.'
    expect(note(far)).not.toContain(hint)
    for (const narrow of [
      { besideColors: ['kona'] },
      { manufacturers: ['Robert Kaufman'] },
      { collections: ['Kona Cotton'] },
    ])
      expect(note({ ...far, ...narrow })).toContain(hint)
    const narrow = { ...far, collections: ['Kona Cotton'] }
    expect(note(narrow, ['Mango'], { isFirst: false })).not.toContain(hint)
  })

  it('[D38.2, D17.5] says which colour of a palette has no fabric, because another is nearer to all', () => {
    const colors = ['#FFFFFF', '#F8F8F8']
    const distances = [1, 2].map((distance) => ({ color: '#F8F8F8', distance }))
    const hint = 'No fabric is nearest to #FFFFFF: ask for it alone.'
    expect(note({ colors, distances }, ['Snow', 'White'])).toContain(hint)
    expect(note({ colors, distances: distances.slice(1) }, ['Snow'])).not.toContain(hint)
  })

  it('[D38.2, D18.1] says that a filter is one of several names with the same words', () => {
    const asked = { collection: 'solids' }
    expect(note({ collections: ['Solids'], furtherCollections: 12 }, ['Mango'], { asked })).toContain(
      'One collection is called "solids"; 12 more have it in their names.',
    )
  })

  it('[D38.2, D17.5] says which colours are not read', () => {
    const colors = ['#111111', '#222222']
    expect(note({ colors, furtherColors: ['#333333', '#444444'] })).toBe(
      'Only the first 2 colours are read, without #333333, #444444.',
    )
  })

  it('[D38.3] of a maker with one collection says its number once', () => {
    const asked = { manufacturer: 'Tilda' }
    const lines = [{ collection: 'Solids', fabrics: 49 }]
    expect(note({ manufacturers: ['Tilda'] }, ['Mango'], { asked, lines, hasMore: true })).toBe(
      'Collections: Solids 49.',
    )
  })

  it('[D38.2] says what words cost that may be missing', () => {
    const without = { words: ['solids'], total: { count: 382, isExact: true } }
    expect(note({ without }, ['Kona Coffee'], { asked: { query: 'kona Solids' } })).toBe(
      'Without "Solids" 382 match.',
    )
  })

  it('[D38.1] says that a colour family was looked for in names', () => {
    expect(note({ colorWords: ['green'] })).toBe(
      'These are names with "green"; #RRGGBB finds colours of any name.',
    )
  })

  it('[D38.4, D17.5] gives that of the first of each colour of a palette', () => {
    const colors = ['#A0522D', '#6B7B3A']
    const distances = [
      { color: '#A0522D', distance: 0.4 },
      { color: '#6B7B3A', distance: 1.5 },
      { color: '#A0522D', distance: 9 },
    ]
    expect(note({ colors, distances }, ['Sienna', 'Moss', 'Spice'])).toBe(
      'Colour difference (CIEDE2000): #A0522D Sienna 0.4: hardly visible; #6B7B3A Moss 1.5: slight; #A0522D Spice 9.0: clearly visible.',
    )
  })

  describe('[D38.5] of an empty list', () => {
    const empty = (fault: SearchFault, asked: Partial<FabricFilter> = {}, more: Partial<SearchReport> = {}) =>
      note({ ...NOTHING, ...more, fault }, [], { asked })
    const words = {
      is: 'words',
      hasColor: false,
      words: 2,
      unknown: [],
      nearest: [],
      skus: [],
      listed: [],
      without: [],
    } as const
    const some = (count: number) => ({ count, isExact: true })

    it('names the filter that found nothing, and the nearest names', () => {
      const filter = {
        is: 'unknownFilter',
        part: 'manufacturer',
        text: 'mota',
        nearest: [],
        inOtherFilter: [],
      } as const
      expect(empty({ ...filter, nearest: ['Moda Fabrics'] })).toBe(
        'No manufacturer is called "mota". Nearest: "Moda Fabrics".',
      )
      expect(empty({ ...filter, part: 'collection' })).toBe(
        'No collection is called "mota". Leave collection out to search all.',
      )
      expect(empty({ ...filter, inOtherFilter: ['Kona Cotton'] })).toBe(
        'No manufacturer is called "mota". As collection it means Kona Cotton.',
      )
    })

    it('says whose the collection is', () => {
      const asked = { manufacturer: 'Riley', collection: 'kona' }
      const meant = { manufacturers: ['Riley Blake Designs'], collections: ['Kona Cotton'] }
      expect(empty({ is: 'otherMaker', makers: ['Robert Kaufman'] }, asked, meant)).toBe(
        'Riley Blake Designs has no Kona Cotton; that is of Robert Kaufman.',
      )
    })

    it('names the words that found nothing, and what would find something', () => {
      expect(empty({ ...words, words: 1, unknown: ['blorp'] })).toBe(
        'No fabric matches "blorp". A colour as #RRGGBB finds the nearest fabrics.',
      )
      expect(empty({ ...words, hasColor: true, unknown: ['cotten'], nearest: ['cotton'] })).toBe(
        'No fabric matches "cotten". Nearest: "cotton". Every word has to be in the same fabric.',
      )
      const both = ['2024', 'year']
      expect(
        empty({ ...words, unknown: both, without: [{ left: 'words', words: both, total: some(377) }] }),
      ).toBe('No fabric matches "2024" or "year". Without them 377 match.')
      expect(
        empty({
          ...words,
          without: [
            { left: 'words', words: ['kona'], total: some(2) },
            { left: 'manufacturer', words: [], total: { count: 1000, isExact: false } },
          ],
        }),
      ).toMatch(/^No fabric has all of this\. Without "kona" 2, without manufacturer more than 1,000 match\./)
    })

    it('says what the SKU of a fabric with another name is', () => {
      const skus = [{ sku: 'k001 1339', fabric: fabric('Snow') }]
      const query = 'K001-1339 coral'
      expect(empty({ ...words, skus }, { query })).toMatch(
        /^No fabric has all of this\. "K001-1339" is Snow of Kona Cotton, #FF7F50\./,
      )
      const elsewhere = { ...words, skus, unknown: ['k001 1339'], words: 1 }
      expect(empty(elsewhere, { query, manufacturer: 'moda' })).toBe(
        'No fabric has all of this. "K001-1339" is Snow of Kona Cotton, #FF7F50.',
      )
    })

    it('says that a search finds one fabric, where several are listed', () => {
      const fabrics = ['Kona Snow', 'Kona Ash'].map((text) => ({ text, total: some(1) }))
      expect(empty({ ...words, unknown: ['vs'], listed: fabrics })).toBe(
        'No fabric has all of this. One fabric a search: "Kona Snow" 1, "Kona Ash" 1.',
      )
    })

    it('says how a colour is written', () => {
      expect(empty({ ...words, unknown: ['gggggg'] }, { query: '#GGGGGG' })).toBe(
        'No colour was read in "#GGGGGG": it is written #RRGGBB, such as #5F8A8B.',
      )
      expect(empty({ ...words, unknown: ['247 76 66'] }, { query: '247,76,66' })).toMatch(
        /^No colour was read/,
      )
    })

    it('says how a SKU is found', () => {
      for (const query of ['kona 1087', 'kona #1087'])
        expect(empty({ ...words, unknown: ['1087'] }, { query })).toMatch(
          /^No fabric matches "1087"\..* A SKU is found whole or by its beginning\.$/,
        )
    })
  })

  it('[D38.1] is short, whatever it has to say, and the first things come first', () => {
    const long = 'word '.repeat(30)
    const text = note(
      {
        level: 4,
        leftOut: Array.from({ length: 20 }, (_, index) => `left ${index}`),
        readAs: Array.from({ length: 9 }, () => ({ written: long, meant: long })),
        manufacturers: Array.from({ length: 9 }, () => long),
        colors: ['#000000'],
        distances: [{ color: '#000000', distance: 3 }],
        furtherColors: ['#FFFFFF'],
      },
      [long],
      { hasMore: true, asked: { manufacturer: long } },
    )
    expect(words(text)).toBeLessThanOrEqual(60)
    expect(text).toMatch(/without #FFFFFF\.$/)
  })
})

it.each([
  [0, 'the same'],
  [0.05, 'hardly visible'],
  [0.99, 'hardly visible'],
  [1, 'slight'],
  [2, 'visible'],
  [4, 'clearly visible'],
  [9.99, 'clearly visible'],
  [10, 'another colour'],
])('[D38.4] a distance of %d is %s', (distance, meaning) => expect(distanceInWords(distance)).toBe(meaning))
