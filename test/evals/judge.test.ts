import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { allTools } from '../../tools/index.ts'
import { askModel } from './ask-model.ts'
import { judge } from './judge.ts'
import { readTasks, TASKS } from './tasks.ts'

const [TASK = TASKS[0]] = readTasks(`
- ask: Start a block in the colour of Kona Curry.
  can: part
  calls:
    - [search_fabric_catalog, { query: kona curry }, '"name":"Curry"']
    - [create_block_stub, { name: '{0.fabrics.0.name}' }, blk_]
  makes: [{ kind: block, name: curry, width: 12 }]
  reply: http
`)

const STAR = { id: 'blk_1', name: 'Curry', kind: 'block', width: 12, height: 12 } as const

const search = {
  tool: 'search_fabric_catalog',
  arguments: { query: 'curry' },
  answer: { fabrics: [{ name: 'Curry' }] },
}
const create = { tool: 'create_block_stub', arguments: { name: 'Curry' }, answer: { blockId: 'blk_1' } }
const other = { tool: 'list_my_projects', arguments: {}, answer: {} }

describe('the judge', () => {
  it.each([
    ['the expected calls, worded otherwise, with others between', [search, other, create], 'http://x', []],
    ['a call left out', [search], 'http://x', [/no answer such as to create_block_stub/]],
    ['calls in the wrong order', [create, search], 'http://x', [/no answer such as to create_block_stub/]],
    [
      'a call that failed',
      [{ ...search, answer: undefined }, create],
      'http://x',
      [/no answer such as to sea/],
    ],
    ['another answer', [{ ...search, answer: { fabrics: [] } }, create], 'http://x', [/no answer such as/]],
    ['a reply without the link', [search, create], 'done', [/lacks/]],
  ])('sees %s', (_, made, reply, problems) => {
    expect(TASK && judge(TASK, { calls: made, reply, made: [STAR] })).toEqual(
      problems.map((problem) => expect.stringMatching(problem)),
    )
  })
})

it.each([
  ['nothing made', [], [/made no block/]],
  ['a block of another size', [{ ...STAR, width: 6 }], [/made no block/, /a block too many: Curry/]],
  ['one block too many', [STAR, STAR], [/a block too many/]],
])('the judge sees %s in the account, whatever the reply says', (_, made, problems) => {
  const outcome = { calls: [search, create], reply: 'http://x', made }
  expect(TASK && judge(TASK, outcome)).toEqual(problems.map((problem) => expect.stringMatching(problem)))
})

it('a model is given the tools, called back with their answers, and heard to the end', async () => {
  const asked: unknown[] = []
  const turns = [
    [{ type: 'tool_use', id: 't1', name: 'search_fabric_catalog', input: { query: 'curry' } }],
    [
      { type: 'thinking', thinking: 'Curry, then.' },
      { type: 'text', text: 'It is Curry.' },
    ],
  ]
  const api = createServer(async (request, response) => {
    asked.push(JSON.parse(await text(request)))
    response.end(JSON.stringify({ content: turns[asked.length - 1] }))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const { port } = api.address() as AddressInfo
  const model = { baseUrl: `http://127.0.0.1:${port}`, key: 'none', name: 'stub' }
  const call = async () => ({ text: '{"fabrics":[]}', data: search.answer, isError: false })
  const done = await askModel(model, { user: 'Which?', system: 'Rules.', tools: allTools, call })
  await new Promise((resolve) => api.close(resolve))

  expect(done).toEqual({ calls: [search], reply: 'It is Curry.' })
  expect(asked[0]).toMatchObject({ model: 'stub', system: 'Rules.', tools: { length: allTools.length } })
  expect(asked[1]).toMatchObject({
    messages: [
      { role: 'user' },
      { role: 'assistant' },
      { content: [{ tool_use_id: 't1', is_error: false }] },
    ],
  })
})
