import { afterAll, describe, expect, it } from 'vitest'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { DEMO } from './demo.ts'
import { expectNote } from './notes.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

async function call(tool: string, args: Readonly<Record<string, unknown>>) {
  return (await callTool(server, tool, args, { token })).json.result
}

/** The note of an answer, or nothing. */
async function noteOf(tool: string, args: Readonly<Record<string, unknown>>): Promise<string> {
  const { content } = await call(tool, args)
  const notes = content.slice(1).filter(({ type }: { type: string }) => type === 'text')
  expect(notes.length).toBeLessThanOrEqual(1)
  for (const note of notes) expectNote(note)
  return notes[0]?.text ?? ''
}

describe('[D38.5] an empty list of guides', () => {
  it('says which other categories have a match', async () => {
    const note = await noteOf('browse_supplies', { category: 'rulers', query: 'jelly roll' })
    expect(note).toMatch(
      /^No entry of rulers matches "jelly roll"; without query it has \d+\. Other categories have it: .*precuts \d/,
    )
    const batting = await noteOf('browse_supplies', { category: 'batting-materials', query: 'hobbs' })
    expect(batting).toMatch(/Other categories have it: batting-brands \d/)
  })

  it('and where nothing has one, that alone', async () => {
    expect(await noteOf('browse_supplies', { category: 'rulers', query: 'xyzzy' })).toMatch(/it has \d+\.$/)
  })
})

it('[D38.2] a list of guides says how its query was read', async () => {
  const note = (query: string) => noteOf('browse_supplies', { category: 'quilting-machines', query })
  expect(await note('big stitch')).toBe('')
  expect(await note('titanium longarm')).toBe(
    'No entry has all of it; those with most come first. None of them has "titanium".',
  )
  expect(await note('longarn')).toBe('Read "longarn" as "longarm".')
  expect(await noteOf('browse_supplies', { category: 'rotary-cutters', query: 'fiskers' })).toBe(
    'Read "fiskers" as "fiskars".',
  )
  expect(await note('stitch')).toBe('')
})

it('[D38.1] an answer that says it all has no note', async () => {
  expect(await noteOf('browse_supplies', { category: 'rulers' })).toBe('')
  expect(await noteOf('get_asset', { resource: 'blocks', id: DEMO.fourPatch })).toBe('')
})

it('[D38.1, D21.4] an outline that is cut short, empty or not there says so', async () => {
  const get = (id: string) => noteOf('get_asset', { resource: 'blocks', id, includeGeometry: true })
  expect(await get(DEMO.manyShapes)).toMatch(/cut short/)
  expect(await get(DEMO.stub)).toMatch(/no pieces yet/)
  expect(await get(DEMO.photoBlock)).toMatch(/no outline/)
})

it('[D38.6, D34.2] REST has no notes', async () => {
  const answer = await server.rest('/supplies?category=rulers&query=jelly%20roll')
  expect(Object.keys(answer.json)).toEqual(['success', 'data'])
  expect(answer.text).not.toContain('elsewhere')
})

describe('a search', () => {
  const search = (args: Readonly<Record<string, unknown>>) => noteOf('search_fabric_catalog', args)

  it.each([
    'jelly roll',
    'charm packs',
    'batting',
    'ruler',
    'rotary cutter',
    'which batting for hand quilting?',
  ])('[D38.5] for %j names the guides that answer it', async (query) =>
    expect(await search({ query })).toMatch(/Supply guides: browse_supplies, [a-z]/),
  )

  it('[D38.2] says how it was read', async () => {
    expect(await search({ query: 'michael millar coral' })).toBe('Read "millar" as "miller".')
    expect(await search({ query: 'kona curry in bella', limit: 1 })).toMatch(
      /^Read "kona curry" as the colour #CA9520 of Kona Cotton Curry\. /,
    )
    expect(await search({ query: 'off white kona', limit: 1 })).toMatch(
      /^Read "off white" as the colour #FFFFE4\. 376 match in all\. Colour difference/,
    )
    expect(await search({ query: 'navy, mustard and cream' })).toMatch(
      /^Read as a list, in turn: "navy", "mustard", "cream"\./,
    )
    expect(await search({ query: 'coral', manufacturer: 'AGF' })).toMatch(
      /manufacturer "AGF" means Art Gallery Fabrics\./,
    )
    expect(await search({ query: 'coral', manufacturer: 'kona' })).toBe(
      'manufacturer "kona" was read as collection Kona Cotton.',
    )
  })

  it('[D38.2] repeats words as they were typed', async () => {
    expect(await search({ query: 'Kona Navy BLUE' })).toBe('None of these has "BLUE".')
  })

  it('[D38.9] says what the fabrics do not have', async () => {
    expect(await search({ query: 'navy blue kona' })).toBe('None of these has "blue".')
    expect(await search({ query: 'a nifty kona teal' })).toBe('None of these has "nifty".')
    // The nearest to yellow green. One of them is called Neon.
    expect(await search({ query: 'neon yellow green', limit: 25 })).toContain('Some of these have no "neon".')
  })

  it('[D38.3] says how many match in all', async () => {
    expect(await search({ collection: 'Kona Cotton', limit: 1 })).toBe('376 match in all.')
    expect(await search({ limit: 1 })).toBe('2942 match in all.')
  })

  it('[D38.4] says how far the first of each colour is', async () => {
    expect(await search({ query: '#FF7F50', collection: 'Kona Cotton', limit: 25 })).toBe(
      '376 match in all. Colour difference (CIEDE2000): Kona Cotton Mango 2.8: visible.',
    )
    expect(await search({ query: 'kona #fff #000' })).toMatch(
      /Colour difference \(CIEDE2000\): #FFFFFF Kona Cotton White .+; #000000 Kona Cotton Black .+\.$/,
    )
  })

  it('[D38.5] says why nothing was found', async () => {
    expect(await search({ query: 'kona blorp' })).toBe(
      'No name, collection or maker has "blorp". It would match 377 without "blorp".',
    )
    expect(await search({ query: 'curry', manufacturer: 'Tilda' })).toMatch(/match \d+ without filters\.$/)
    expect(await search({ query: '#CA9520', collection: 'Grunge' })).toMatch(
      / No fabric there has a known colour\. It would match \d+ without filters\.$/,
    )
    expect(await search({ manufacturer: 'Riley Blake', collection: 'kona' })).toBe(
      '"Kona Cotton" is of "Robert Kaufman".',
    )
    expect(await search({ manufacturer: 'Zzzz' })).toBe('No manufacturer is called "Zzzz".')
    expect(await search({ query: '*' })).toBe('"*" has no word. Leave query out to browse.')
    expect(await search({ query: '#GGGGGG' })).toBe('A colour is written #RRGGBB, such as #5F8A8B.')
  })

  it('[D38.5] names a guide only where an entry is called so', async () => {
    expect(await search({ query: 'kona jelly roll' })).toContain(
      'Supply guides: browse_supplies, precuts ("Jelly roll"',
    )
    for (const query of ['hot pink bella solids moda', 'what matches #5F8A8B?', 'kona snow vs bella snow'])
      expect(await search({ query })).not.toContain('Supply guides')
  })

  it('[D38.1] says nothing where every word was found and all are on the page', async () => {
    for (const query of ['kona mustard', 'kona curry solid', "Betty's Red"])
      expect(await search({ query })).toBe('')
  })
})

describe('[D38.1, D38.5] a list', () => {
  it('[D38.7] says how many there are, and when the first and the last were created', async () => {
    const all = (await call('list_my_assets', { resource: 'blocks', limit: 50 })).structuredContent.assets
      .length
    expect(await noteOf('list_my_assets', { resource: 'blocks', limit: 2 })).toMatch(
      new RegExp(`^${all} blocks in all\\. This page: created from \\S+ to \\S+, newest first\\.$`),
    )
    expect(await noteOf('list_my_assets', { resource: 'blocks', query: 'patch', limit: 1 })).toMatch(
      /^\d blocks in all\. This page: created on \S+\.$/,
    )
    expect(await noteOf('list_my_projects', { limit: 1 })).toMatch(
      /^\d+ projects in all\. This page: created on \S+\.$/,
    )
    expect(await noteOf('list_my_assets', { resource: 'swatches', limit: 50 })).toMatch(
      /^\d+ swatches in all\. Created from .+, newest first\.$/,
    )
  })

  it('says why it is empty', async () => {
    const note = await noteOf('list_my_assets', { resource: 'quilts', query: 'no such quilt' })
    expect(note).toMatch(/^No name has "no such quilt"\. Without query there are \d+\.$/)
    const { projectId } = (await call('create_project', { name: 'Empty' })).structuredContent
    expect(await noteOf('list_my_assets', { resource: 'quilts', projectId })).toBe(
      'There are no quilts here.',
    )
  })

  it("[D10.3] says that a projectId is none of the caller's, the same whoever has it", async () => {
    const notes = [DEMO.othersProject, 'prj_0000000000000000000000'].map((projectId) =>
      noteOf('list_my_assets', { resource: 'blocks', projectId }),
    )
    expect(new Set(await Promise.all(notes)).size).toBe(1)
    expect(await notes[0]).toMatch(/^You have no project with this id/)
  })
})

it('[D38.8] a new block of a name that is taken says which block has it', async () => {
  const args = { name: 'Twice', finishedWidthInches: 6, finishedHeightInches: 6 }
  expect(await noteOf('create_block_stub', args)).not.toContain('another block')
  const { blockId } = (await call('create_block_stub', args)).structuredContent
  expect(await noteOf('create_block_stub', args)).toContain(`You have another block of this name: ${blockId}`)
  expect(await noteOf('create_block_stub', { ...args, name: 'twice' })).not.toContain('another block')
})

describe('[D10.2] the hint on an item that is not there', () => {
  const hintOf = async (resource: string, id: string) => {
    const { isError, content } = await call('get_asset', { resource, id })
    expect(isError).toBe(true)
    expect(content).toHaveLength(1)
    return content[0].text
  }

  it('says which kind the id is of, by its prefix', async () => {
    expect(await hintOf('quilts', DEMO.fourPatch)).toBe(
      'not_found: No such item. This id is of a block: ask with resource=blocks.',
    )
    expect(await hintOf('blocks', DEMO.harvest)).toMatch(/of a project: list_my_assets takes it as projectId/)
  })

  it('[D10.1] is the same whether the item exists, belongs to another, or not', async () => {
    const hints = [DEMO.fourPatch, DEMO.othersBlock, 'blk_0000000000000000000000'].map((id) =>
      hintOf('quilts', id),
    )
    expect(new Set(await Promise.all(hints)).size).toBe(1)
  })
})
