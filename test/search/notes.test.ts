import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { CatalogIndex } from '../../src/catalog/search/catalog-index.ts'
import { ciede2000, labOf } from '../../src/core/color.ts'
import type { FabricRecord } from '../../src/core/rooms.ts'
import { fold } from '../../src/core/text.ts'
import { fabricNotes } from '../../tools/fabric-notes.ts'
import { openShipped } from '../accounts/databases.ts'
import { drawnQuery, textOf } from './random-queries.ts'
import { searcherOf } from './searching.ts'

const QUESTIONS = 1_500
const NO_GUIDES = { called: async () => [] }

const database = await openShipped()
const searcher = searcherOf(database)
const rows = await searcher.all({}, 5_000)

/** All that words without digits are looked for in. */
const textOfFabric = ({ manufacturer, collection, name }: FabricRecord) =>
  ` ${fold(`${manufacturer} ${collection} ${name}`)} `

const hasWord = (fabric: FabricRecord, word: string) => textOfFabric(fabric).includes(` ${fold(word)} `)

/** What a note says that the rows do not. */
async function lies(query: string): Promise<readonly string[]> {
  const limit = 25
  const page = await searcher.page({ query }, limit)
  const report = page.report()
  const note = await fabricNotes(NO_GUIDES, { query }, { ...page, isFirst: true })
  const all = await searcher.all({ query }, 5_000)
  const found: string[] = []
  const says = (isTrue: boolean, what: string) => {
    if (!isTrue) found.push(`${query}: ${what} (${note.join(' ')})`)
  }
  says(all.length === report.total, `there are ${all.length}, not ${report.total}`)
  const isAsWritten = [report.readings, report.missing, report.parts, report.unmatched].flat().length === 0
  if (isAsWritten && all.length > 0 && all.length <= limit && report.distances.length === 0)
    says(note.length === 0, 'a note of what was found as written')
  for (const word of report.missing)
    says(!page.items.some((fabric) => hasWord(fabric, word)), `some have ${word}`)
  for (const part of report.unmatched)
    says((await searcher.all({ query: part }, 5_000)).length === 0, `${part} finds something`)
  for (const [at, { list, distance }] of report.distances.entries()) {
    if (distance === undefined) continue
    const hex = report.colors[list]?.hex ?? ''
    const own = page.items[at]?.colorHex ?? ''
    says(
      Math.abs(ciede2000(labOf(hex), labOf(own)) - distance) < 1e-5,
      `${own} is not ${distance} from ${hex}`,
    )
  }
  const [, first, next = ''] = /From fabric (\d+) on: ([\d., ]+) \(/.exec(note.join(' ')) ?? []
  const differenceOf = (at: number) => {
    const { hex = '' } = report.colors[report.distances[at]?.list ?? 0] ?? {}
    return ciede2000(labOf(hex), labOf(page.items[at]?.colorHex ?? '')).toFixed(1)
  }
  const differences = next.split(', ').map((_, at) => differenceOf(Number(first) - 1 + at))
  if (first !== undefined) says(differences.join(', ') === next, 'differences of other fabrics')
  if (report.nearer !== undefined) {
    const { name, distance } = report.nearer
    const hex = report.colors[0]?.hex ?? ''
    const same = rows.filter((fabric) => `${fabric.collection} ${fabric.name}` === name)
    const away = same.map(({ colorHex = '' }) => ciede2000(labOf(hex), labOf(colorHex)))
    says(
      away.some((own) => Math.abs(own - distance) < 1e-5),
      `${name} is not ${distance} from ${hex}`,
    )
    says(distance < (report.distances[0]?.distance ?? 0), `${name} is no nearer`)
  }
  for (const word of report.fault?.unknown ?? [])
    says(!rows.some((fabric) => hasWord(fabric, word)), `a fabric has ${word}`)
  return found
}

describe('[D38.1, D38.3, D38.4, D38.5, D38.9, D38.10] the note of a drawn question', () => {
  it('says what the rows say', async () => {
    const drawn = fc.sample(drawnQuery, { seed: 23, numRuns: QUESTIONS })
    const found: string[] = []
    for (const each of drawn) found.push(...(await lies(textOf(rows, each))))
    expect(found).toEqual([])
  }, 120_000)
})

describe('[D18.2, D38.2] the note of a filter', () => {
  it('names the collection that a maker and its collection stand for', async () => {
    const { filters } = (await searcher.page({ query: 'teal', manufacturer: 'moda bella' }, 25)).report()
    expect(filters).toMatchObject([{ readAs: 'collection', names: ['Bella Solids'] }])
  })
})

describe('[D38.5, D38.10] the note of an empty list', () => {
  it.each([
    ['peppered cottons grey', 'cottons grey'],
    ['flannel grey', 'grey'],
  ])('of %j counts what %j finds', async (query, kept) => {
    const { fault } = (await searcher.page({ query }, 25)).report()
    const { length: total } = await searcher.all({ query: kept }, 5_000)
    const totals = fault?.without.map((way) => way.total)
    expect(totals).toContain(total)
  })

  it('does not offer to leave a filter out where nothing would be found', async () => {
    const { fault } = (await searcher.page({ query: 'muted', manufacturer: 'Nobody' }, 25)).report()
    expect(fault).toMatchObject({ withoutFilter: [] })
  })

  it('offers nobody what they do not want', async () => {
    for (const query of ['kona without maroon', 'anything but red in kona', 'coral but not orange']) {
      const { fault } = (await searcher.page({ query }, 25)).report()
      expect(fault).toMatchObject({ refuses: true, without: [] })
    }
  })
})

describe('[D16.7, D38.2] a colour in a sentence', () => {
  it('finds what the rest of the question finds, and the note names the words that nothing has', async () => {
    const query = 'zorblax kona #CA9520'
    const page = await searcher.page({ query }, 25)
    const note = await fabricNotes(NO_GUIDES, { query }, { ...page, isFirst: true })
    expect(page.items.map(({ name }) => name)).toContain('Curry')
    expect(note.join(' ')).toMatch(/^None of these has "zorblax"/)
  })

  it('finds nothing if the question refuses something', async () => {
    expect((await searcher.page({ query: 'zorblax #CA9520 not kona' }, 25)).items).toEqual([])
  })
})

it('[D38.10] a note looks for each number once, however many ways it tries', async () => {
  const looked = vi.spyOn(CatalogIndex.prototype, 'withSku')
  const query = '9900-381 in Superior Solids in Bella Solids in them in Farmhouse 1361'
  const page = await searcher.page({ query, manufacturer: 'Riley' }, 25)
  looked.mockClear()
  page.report()
  const texts = looked.mock.calls.map(([text]) => text)
  expect(texts.length).toBeGreaterThan(0)
  expect(new Set(texts).size).toBe(texts.length)
})
