import { describe, expect, it } from 'vitest'
import { itemHint } from '../../src/kit/ids.ts'
import {
  distanceInWords,
  listNotes,
  newBlockNotes,
  outlineNotes,
  quoted,
  searchNotes,
  shortNotes,
} from '../../src/kit/notes.ts'
import type {
  CollectionRecord,
  FabricFilter,
  FabricRecord,
  SearchReport,
} from '../../src/kit/repositories.ts'

const PLAIN: SearchReport = {
  level: 0,
  leftOut: [],
  readAs: [],
  manufacturers: [],
  collections: [],
  colors: [],
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
    asked = {},
    lines = [],
  }: { hasMore?: boolean; asked?: Partial<FabricFilter>; lines?: readonly CollectionRecord[] } = {},
): string {
  const page = { items: names.map(fabric), next: hasMore ? 'more' : null, report: { ...PLAIN, ...report } }
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
    expect(note({ manufacturers: ['Moda Fabrics'] }, ['Mango'], { asked: { manufacturer: 'moda' } })).toBe(
      'manufacturer "moda" means Moda Fabrics.',
    )
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
    expect(note({ total: { count: 0, isExact: false } }, ['Mango'], { hasMore: true })).toBe('')
  })

  it('[D38.4] gives the distance of the first results of a colour, and what it means', () => {
    const color = '#FF7F50'
    const distances = [2.81, 4.62, 12.44, 13].map((distance) => ({ color, distance }))
    expect(note({ colors: [color], distances }, ['Mango', 'Orangeade', 'Coral', 'Far'])).toBe(
      'Colour difference (CIEDE2000): Mango 2.8: visible; Orangeade 4.6: clearly visible; Coral 12.4: another colour.',
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
      'Colour difference (CIEDE2000): #A0522D Sienna 0.4: hardly visible; #6B7B3A Moss 1.5: slight.',
    )
  })

  it('[D38.5] names what found nothing, and what would', () => {
    expect(
      note({ ...NOTHING, fault: { part: 'manufacturer', text: 'mota', nearest: ['Moda Fabrics'] } }, []),
    ).toBe('No manufacturer is called "mota". Nearest: "Moda Fabrics".')
    expect(note({ ...NOTHING, fault: { part: 'query', text: 'blorp', nearest: [] } }, [])).toBe(
      'No fabric matches "blorp". A colour as #RRGGBB finds the nearest fabrics.',
    )
    expect(note({ ...NOTHING, fault: { part: 'query', text: 'maroon', nearest: ['lagoon'] } }, [])).toBe(
      'No fabric matches "maroon". Nearest: "lagoon". A colour as #RRGGBB finds the nearest fabrics.',
    )
    expect(note({ ...NOTHING, fault: { part: 'collection', text: 'x', nearest: [] } }, [])).toBe(
      'No collection is called "x". Leave collection out to search all.',
    )
    expect(note(NOTHING, [])).toBe('Nothing matches all of this together: use fewer words or filters.')
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
        total: { count: 1000, isExact: false },
      },
      [long],
      { hasMore: true, asked: { manufacturer: long } },
    )
    expect(words(text)).toBeLessThanOrEqual(60)
    expect(text).toMatch(/match in all\.$/)
  })
})

it('[D38.1] sentences that do not fit are left out whole', () => {
  expect(shortNotes(['a '.repeat(50), undefined, 'b '.repeat(20), 'c '.repeat(10)])).toEqual([
    'a '.repeat(50),
    'c '.repeat(10),
  ])
})

it('[D23.1] a quoted text is short, and hides nothing', () => {
  expect(quoted('a\u202Eb')).toBe('"ab"')
  expect(quoted('🧵'.repeat(41))).toBe(`"${'🧵'.repeat(40)}…"`)
})

it.each([
  [0, 'hardly visible'],
  [0.99, 'hardly visible'],
  [1, 'slight'],
  [2, 'visible'],
  [4, 'clearly visible'],
  [9.99, 'clearly visible'],
  [10, 'another colour'],
])('[D38.4] a distance of %d is %s', (distance, meaning) => expect(distanceInWords(distance)).toBe(meaning))

describe('the note of a list', () => {
  const page = { what: 'blocks', isEmpty: true, query: undefined, total: undefined }
  const text = (more: Partial<Parameters<typeof listNotes>[0]>) => listNotes({ ...page, ...more }).join(' ')

  it('[D38.1] says how many there are, where that helps', () => {
    expect(text({ isEmpty: false })).toBe('')
    expect(text({ isEmpty: false, total: { count: 60, isExact: true } })).toBe('60 blocks in all.')
    expect(text({ isEmpty: false, total: { count: 1000, isExact: false } })).toBe(
      'more than 1,000 blocks in all.',
    )
  })

  it('[D38.5] says why it is empty', () => {
    expect(text({})).toBe('The caller has no blocks.')
    expect(text({ project: { id: 'prj_1', isOwn: true } })).toBe('The caller has no blocks in this project.')
    expect(text({ query: 'star', total: { count: 28, isExact: true } })).toBe(
      'No name has "star"; notes and tags are not searched. Without query there are 28.',
    )
  })

  it("[D38.1, D10.3] says that a projectId is none of the caller's", () => {
    expect(text({ project: { id: 'prj_1', isOwn: false } })).toBe(
      "No project of the caller's has this projectId. list_my_projects lists the ids of projects.",
    )
    expect(text({ project: { id: 'blk_1', isOwn: false } })).toMatch(
      /^projectId is the id of a block, not of a project\./,
    )
    expect(text({ project: { id: 'Harvest', isOwn: false } })).toMatch(/^Ids of projects begin with prj_\./)
  })
})

it('[D38.1] an outline that is not whole says so', () => {
  expect(outlineNotes(undefined)).toEqual([])
  expect(outlineNotes('complete')).toEqual([])
  expect(outlineNotes('truncated').join()).toMatch(/cut short.*cutting counts every piece/)
  expect(outlineNotes('empty').join()).toMatch(/no pieces yet/)
  expect(outlineNotes('unavailable').join()).toMatch(/no outline/)
})

it('[D38.1, D12.3] a new block says where it is, and how a size like an unfinished one was taken', () => {
  expect(newBlockNotes(12, 12).join(' ')).toBe(
    'The block is in no project; it is placed in one in the editor.',
  )
  expect(newBlockNotes(12.5, 12.5).join(' ')).toMatch(/^12\.5 by 12\.5 inches is taken as the finished size/)
})

describe('[D10.2] what the prefix of an id tells', () => {
  it.each([
    ['blk_1', 'This id is of a block: ask with resource=blocks.'],
    ['swt_1', 'This id is of a swatch: ask with resource=swatches.'],
    ['prj_1', 'This id is of a project: list_my_assets takes it as projectId.'],
    ['fab_1', 'This id is of a fabric of the catalog: search_fabric_catalog shows fabrics.'],
    ['qlt_1', 'list_my_assets with resource=quilts lists the ids.'],
    ['Harvest', 'list_my_assets with resource=quilts lists the ids.'],
  ])('%s asked as a quilt', (id, hint) => expect(itemHint('quilts', id)).toBe(hint))
})
