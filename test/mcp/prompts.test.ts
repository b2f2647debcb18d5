import { afterAll, describe, expect, it } from 'vitest'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { DEMO } from '../tools/demo.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

async function ask(method: string, params = {}, as?: string) {
  const { status, json } = await mcpRequest(server, method, params, as === undefined ? {} : { token: as })
  expect(status, JSON.stringify(json)).toBe(200)
  return json
}

/** The text that the model gets. */
async function textOf(name: string, args: Record<string, string>, as?: string): Promise<string> {
  const { result } = await ask('prompts/get', { name, arguments: args }, as)
  expect(result.messages).toHaveLength(1)
  return result.messages[0].content.text
}
async function refusalOf(name: string, args: Record<string, string>, as?: string): Promise<string> {
  const { error } = await ask('prompts/get', { name, arguments: args }, as)
  expect(error.code).toBe(-32602)
  return error.message
}

it('[D40.5] are listed for everybody', async () => {
  const { prompts } = (await ask('prompts/list')).result
  expect(prompts.map(({ name }: { name: string }) => name)).toEqual([
    'match-palette',
    'substitute-fabric',
    'cutting-list',
    'shopping-list',
  ])
})

describe('[D40.5, D40.6] match-palette', () => {
  it('has the nearest fabrics of the line that was asked for', async () => {
    const text = await textOf('match-palette', { colors: '#FF7F50', line: 'Kona Cotton' })
    expect(text).toMatch(/^Match this palette to fabrics: #FF7F50, within Kona Cotton\./)
    expect(text).toMatch(/\nMango \| Robert Kaufman Kona Cotton \| K001-192 \| #[0-9A-F]{6} \| http/)
  })

  it('matches twelve colours at once, each with its fabric', async () => {
    const colors =
      '#264653 #2A9D8F #E9C46A #F4A261 #E76F51 #8ECAE6 #219EBC #023047 #FFB703 #FB8500 #606C38 #283618'
    const text = await textOf('match-palette', { colors, line: 'kona' })
    for (const color of colors.split(' ')) expect(text).toMatch(new RegExp(` \\| ${color}$`, 'm'))
  })

  it('stays within a maker, and keeps its columns where a fabric has no SKU', async () => {
    const text = await textOf('match-palette', { colors: '#2A9D8F', line: 'FreeSpirit' })
    expect(text).toMatch(
      /\nJade \| FreeSpirit Fabrics [A-Za-z ]+ \| - \| #419B92 \| http\S+ \| .+ \| #2A9D8F$/m,
    )
    expect(await textOf('match-palette', { colors: '#2A9D8F', line: 'no such line' })).toMatch(
      /No fabric was found\.$/,
    )
  })

  it.each([
    [{}, /colors is required/],
    [{ colors: 'coral' }, /colors must be 1 to 12 colours as #RRGGBB/],
    [{ colors: Array.from({ length: 13 }, (_, at) => `#${at + 100}${at + 200}`).join(' ') }, /1 to 12/],
    [{ colors: `#FF7F50${' '.repeat(300)}x` }, /at most 200/],
  ])('refuses %j', async (args, reason) => {
    expect(await refusalOf('match-palette', args)).toMatch(reason)
  })
})

describe('[D40.5, D40.6] substitute-fabric', () => {
  it('has five fabrics of other makers with their distance, nearest first', async () => {
    const text = await textOf('substitute-fabric', { fabric: 'K001-1677' })
    expect(text).toMatch(/\nCurry \| Robert Kaufman Kona Cotton \| K001-1677/)
    const rows = text.split('\n').filter((row) => / \| \d+\.\d, [a-z ]+$/.test(row))
    expect(rows).toHaveLength(5)
    expect(rows.join()).not.toContain('Robert Kaufman')
    const distances = rows.map((row) => Number(/\| (\d+\.\d), /.exec(row)?.[1]))
    expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    expect(text).not.toContain('Other fabrics match')
  })

  it('says where the words fit other fabrics too', async () => {
    expect(await textOf('substitute-fabric', { fabric: 'curry' })).toContain('Other fabrics match')
  })

  it('says when there is no such fabric', async () => {
    expect(await refusalOf('substitute-fabric', { fabric: 'no such thing at all' })).toMatch(/no such fabric/)
    expect(await refusalOf('substitute-fabric', { fabric: 'x'.repeat(150) })).toMatch(/at most 100/)
  })
})

describe('[D40.5, D41.1] cutting-list', () => {
  it('has the cut sizes of a block, found by its name or id', async () => {
    const text = await textOf('cutting-list', { item: "bear's paw" }, token)
    expect(text).toContain(`the block "Bear's Paw", 14 by 14 inches finished`)
    expect(text).toContain(
      '- 16 half-square-triangle 2 x 2 finished: cut 8 at 2 7/8 × 2 7/8, cut once diagonally',
    )
    expect(text).toContain('- 4 rectangle 6 x 2 finished: cut 4 at 6 1/2 × 2 1/2')
    expect(await textOf('cutting-list', { item: DEMO.fourPatch }, token)).toContain('the block "Four Patch"')
  })

  it("has what all blocks of a quilt need together, in the quilt's colours", async () => {
    const text = await textOf('cutting-list', { item: 'olive pinwheels' }, token)
    expect(text).toContain('the quilt "Olive Pinwheels", 42 by 48 inches finished')
    expect(text).toContain('say that backing and')
    expect(text).toMatch(/pieces, slot A \(#F6F6EC, nearest: .*\):\n- 84 half-square-triangle 3 x 3 finished/)
    expect(text).toMatch(/border, slot C \(.*\):\n- 2 strip 42 x 3 finished: cut 2 at 42 1\/2 × 3 1\/2/)
  })

  it('a name that several items have means the newest that has pieces', async () => {
    const size = { finishedWidthInches: 8, finishedHeightInches: 8 }
    await server.rest('/blocks', { method: 'POST', token, body: { name: 'Four Patch', ...size } })
    expect(await textOf('cutting-list', { item: 'four patch' }, token)).toMatch(
      /^Write a cutting list for the block "Four Patch", (?!8 by 8)/,
    )
  })

  it("[§1.ownership] knows nobody else's items", async () => {
    for (const item of [DEMO.othersBlock, 'Other user secret block']) {
      expect(await refusalOf('cutting-list', { item }, token)).toMatch(/none of your|No such item/)
    }
  })

  it('says when there is nothing to cut', async () => {
    expect(await refusalOf('cutting-list', { item: DEMO.stub }, token)).toMatch(/no pieces to cut/)
  })

  it('[D33.2] is challenged without a token', async () => {
    const answer = await mcpRequest(server, 'prompts/get', { name: 'cutting-list', arguments: { item: 'x' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata=/)
  })
})

describe('[D40.5] shopping-list', () => {
  it('has fabrics by name and number with yards, binding, backing, batting and what is assumed', async () => {
    const text = await textOf('shopping-list', { item: 'olive pinwheels' }, token)
    expect(text).toMatch(/^Write a shopping list for the quilt "Olive Pinwheels", 42 by 48 inches finished\./)
    expect(text).toMatch(/\nslot A \(#F6F6EC, nearest: .+, difference [\d.]+\): [\d /]+ yd\n/)
    expect(text).toMatch(
      /\nbinding: [\d /]+ yd, \d+ strips\nbacking: [\d /]+ yd.*\nbatting: 50 by 56 inches, package throw\n/,
    )
    expect(text).toMatch(/\nAssumed: 1\/4″ seams, 40″ usable width/)
  })

  it('has only quilts and patterns', async () => {
    expect(await refusalOf('shopping-list', { item: "bear's paw" }, token)).toMatch(/none of your quilts/)
  })
})

describe('[D40.2] completion of arguments', () => {
  const complete = async (prompt: string, name: string, value: string, as?: string) => {
    const params = { ref: { type: 'ref/prompt', name: prompt }, argument: { name, value } }
    return (await ask('completion/complete', params, as)).result.completion.values
  }

  it('a fabric by its name or SKU, in words that find it first', async () => {
    expect(await complete('substitute-fabric', 'fabric', 'kona cu')).toEqual(['Kona Cotton Curry K001-1677'])
    expect(await complete('substitute-fabric', 'fabric', 'no such fabric')).toEqual([])
    // Longer than what is read, with a character that must not be cut in two.
    expect(await complete('substitute-fabric', 'fabric', `${'a'.repeat(99)}🧵🧵`)).toEqual([])
  })

  it("an item by its name, of the caller's own", async () => {
    expect(await complete('cutting-list', 'item', 'four pa', token)).toEqual(
      expect.arrayContaining(['Four Patch', 'Double Four Patch']),
    )
    expect(await complete('cutting-list', 'item', 'four pa')).toEqual([])
    expect(await complete('match-palette', 'colors', '#')).toEqual([])
  })
})

it('another prompt there is not', async () => {
  expect(await refusalOf('no-such-prompt', {})).toMatch(/Unknown prompt/)
})
