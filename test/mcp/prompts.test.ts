import { describe, expect, it } from 'vitest'
import { ask, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { DEMO } from '../tools/demo.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')

/** The text that the model gets. Prompts about own items are asked for with a token. */
async function textOf(name: string, args: Record<string, string>): Promise<string> {
  const { result } = await ask(
    server,
    'prompts/get',
    { name, arguments: args },
    'item' in args ? token : undefined,
  )
  expect(result.messages).toHaveLength(1)
  return result.messages[0].content.text
}

it('[D40.5] are listed for everybody', async () => {
  const { prompts } = (await ask(server, 'prompts/list')).result
  expect(prompts.map(({ name }: { name: string }) => name)).toEqual([
    'match-palette',
    'substitute-fabric',
    'cutting-list',
    'shopping-list',
  ])
})

const COLORS =
  '#264653 #2A9D8F #E9C46A #F4A261 #E76F51 #8ECAE6 #219EBC #023047 #FFB703 #FB8500 #606C38 #283618'

it.each<[string, Record<string, string>, RegExp]>([
  ['no-such-prompt', {}, /Unknown prompt/],
  ['match-palette', {}, /colors is required/],
  ['match-palette', { colors: 'coral' }, /colors must be 1 to 12 colours as #RRGGBB/],
  ['match-palette', { colors: `${COLORS} #000000` }, /1 to 12/],
  [
    'match-palette',
    { colors: '#2A9D8F', line: 'no such line' },
    /No fabric was found\. No collection is called "no such line"\./,
  ],
  ['match-palette', { colors: '#FF7F50', line: 'x'.repeat(150) }, /1 to 120/],
  ['substitute-fabric', { fabric: 'no such thing at all' }, /no such fabric/],
  ['substitute-fabric', { fabric: 'x'.repeat(150) }, /1 to 100/],
  ['cutting-list', { item: DEMO.othersBlock }, /none of your/],
  ['cutting-list', { item: 'Other user secret block' }, /none of your/],
  ['cutting-list', { item: DEMO.stub }, /item: It has no pieces yet/],
  ['cutting-list', { item: DEMO.photoBlock }, /item: It has no outline: it is a photo, or/],
  ['shopping-list', { item: "bear's paw" }, /none of your quilts or patterns has/],
])('[D40.5, §1.ownership] %s refuses %j', async (name, args, reason) => {
  const { error } = await ask(server, 'prompts/get', { name, arguments: args }, token)
  expect([error.code, error.message]).toEqual([-32602, expect.stringMatching(reason)])
})

it('[D33.2] what is about own items is challenged without a token', async () => {
  const answer = await mcpRequest(server, 'prompts/get', { name: 'cutting-list', arguments: { item: 'x' } })
  expect(answer.status).toBe(401)
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata=/)
})

describe('[D40.5, D40.6] match-palette', () => {
  it('has the nearest fabrics of the line that was asked for', async () => {
    const text = await textOf('match-palette', { colors: '#FF7F50', line: 'Kona Cotton' })
    expect(text).toMatch(/^Match this palette to fabrics: #FF7F50, within Kona Cotton\./)
    expect(text).toMatch(/\nMango \| Robert Kaufman Kona Cotton \| K001-192 \| #[0-9A-F]{6} \| http/)
  })

  it('matches twelve colours at once, each with its fabric', async () => {
    const text = await textOf('match-palette', { colors: COLORS, line: 'kona' })
    for (const color of COLORS.split(' ')) expect(text).toMatch(new RegExp(` \\| ${color}$`, 'm'))
  })

  it('stays within a maker, and keeps its columns where a fabric has no SKU', async () => {
    const text = await textOf('match-palette', { colors: '#2A9D8F', line: 'FreeSpirit' })
    expect(text).toMatch(
      /\nJade \| FreeSpirit Fabrics [A-Za-z ]+ \| - \| #419B92 \| http\S+ \| .+ \| #2A9D8F$/m,
    )
  })
})

it('[D40.5, D40.6] substitute-fabric has five of other makers with their distance, nearest first', async () => {
  const text = await textOf('substitute-fabric', { fabric: 'K001-1677' })
  expect(text).toMatch(/\nCurry \| Robert Kaufman Kona Cotton \| K001-1677/)
  const rows = text.split('\n').filter((row) => / \| \d+\.\d, [a-z ]+$/.test(row))
  expect(rows).toHaveLength(5)
  expect(rows.join()).not.toContain('Robert Kaufman')
  const distances = rows.map((row) => Number(/\| (\d+\.\d), /.exec(row)?.[1]))
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
  expect(text).not.toContain('Other fabrics match')
  expect(await textOf('substitute-fabric', { fabric: 'curry' })).toContain('Other fabrics match')
})

describe('[D40.5, D41.1] cutting-list', () => {
  it('has the cut sizes of a block, found by its name or id', async () => {
    const text = await textOf('cutting-list', { item: "bear's paw" })
    expect(text).toContain(`the block "Bear's Paw", 14 × 14 inches finished`)
    expect(text).toContain(
      '- 16 half-square triangles, 2 × 2 finished: cut 8 at 2 7/8 × 2 7/8, cut once diagonally',
    )
    expect(text).toContain('- 4 rectangles, 6 × 2 finished: cut 4 at 6 1/2 × 2 1/2 (1 strip 2 1/2 wide)')
    expect(text).toMatch(/\nAssumed: 1\/4″ seams, /)
    expect(await textOf('cutting-list', { item: DEMO.fourPatch })).toContain('the block "Four Patch"')
  })

  it("has what all blocks of a quilt need together, in the quilt's colours", async () => {
    const text = await textOf('cutting-list', { item: 'olive pinwheels' })
    expect(text).toContain('the quilt "Olive Pinwheels", 42 × 48 inches finished')
    expect(text).toContain('say that backing and')
    expect(text).toMatch(/\nslot A \(#F6F6EC, nearest: .*\):\n- 84 half-square triangles, 3 × 3 finished/)
    const strips = (place: string, joined: string) =>
      `\n- 2 strips, border, ${place}, 42 × 3 finished: cut 2 at 42 1/2 × 3 1/2, ${joined} 3 1/2 wide)`
    expect(text).toMatch(/\nslot C \(.*\):\n/)
    expect(text).toMatch(/\nAssumed: 1\/4″ seams/)
    expect(text).toContain(
      strips('sides', 'joined from strips (3 strips') +
        strips('top and bottom', 'from what is left of the strips before and 2 more strips (2 strips'),
    )
  })

  it('a name that several items have means the newest that has pieces', async () => {
    const body = { name: 'Four Patch', finishedWidthInches: 8, finishedHeightInches: 8 }
    await server.rest('/blocks', { method: 'POST', token, body })
    expect(await textOf('cutting-list', { item: 'four patch' })).toMatch(
      /^Write a cutting list for the block "Four Patch", (?!8 × 8)/,
    )
  })
})

it('[D40.5] shopping-list has yards of fabrics by name, binding, backing, batting and what is assumed', async () => {
  const text = await textOf('shopping-list', { item: 'olive pinwheels' })
  expect(text).toMatch(/^Write a shopping list for the quilt "Olive Pinwheels", 42 × 48 inches finished\./)
  expect(text).toMatch(
    /\nslot A \(#F6F6EC, nearest: .+, difference [\d.]+\): [\d /]+ yd or \d fat quarters\n/,
  )
  expect(text).toMatch(
    /\nbinding: [\d /]+ yd, \d+ strips, 190″ long\nbacking: [\d /]+ yd.*, 2 panels, 1 horizontal seam\nor wide backing: [\d /]+ yd, 108″ wide\nbatting: 50 × 56″, throw package \(60 × 60\)\n/,
  )
  expect(text).toMatch(/\nAssumed: 1\/4″ seams, 40″ usable width/)
})

it.each([
  ['substitute-fabric', 'fabric', 'kona cu', undefined, ['Kona Cotton Curry K001-1677']],
  // Longer than what is read, with a character that must not be cut in two.
  ['substitute-fabric', 'fabric', `${'a'.repeat(99)}🧵🧵`, undefined, []],
  ['cutting-list', 'item', 'four pa', token, expect.arrayContaining(['Four Patch', 'Double Four Patch'])],
  ['cutting-list', 'item', 'four pa', undefined, []],
  ['match-palette', 'colors', '#', undefined, []],
])('[D40.2] %s completes %s %j', async (prompt, name, value, as, values) => {
  const params = { ref: { type: 'ref/prompt', name: prompt }, argument: { name, value } }
  expect((await ask(server, 'completion/complete', params, as)).result.completion.values).toEqual(values)
})
