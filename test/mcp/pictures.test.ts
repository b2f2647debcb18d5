import { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MOST_OF_ONE } from '../../src/design/renderer.ts'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { DEMO } from '../tools/demo.ts'

const server = await startTestServer()
const busy = await server.tokenOf('user_demo')
const other = await server.tokenOf('user_other')
afterAll(() => server.close())

/** Blocks of one person, of which no two surfaces draw the same, because a drawing is kept. */
const ASKED = 6
const { json } = await server.rest('/blocks?limit=50', { token: busy })
const drawn: string[] = json.data.assets
  .filter(({ shapeCount }: { shapeCount?: number }) => shapeCount)
  .map(({ id }: { id: string }) => id)

const post = Worker.prototype.postMessage
let isHeld = true
let held: (() => void)[] = []
beforeEach(() => {
  isHeld = true
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, value) {
    if (isHeld) held.push(() => post.call(this, value))
    else post.call(this, value)
  })
})
afterEach(() => vi.restoreAllMocks())

function draw() {
  isHeld = false
  for (const start of held) start()
  held = []
}

/** Whether this block comes with its picture. */
type HasPicture = (id: string, token: string) => Promise<boolean>

const inResult: HasPicture = async (id, token) => {
  const { content } = (await callTool(server, 'get_asset', { resource: 'blocks', id }, { token })).json.result
  const { type, text } = content.at(-1)
  if (type !== 'image') expect(text).toContain('no picture now')
  return type === 'image'
}
const asResource: HasPicture = async (id, token) => {
  const { json } = await mcpRequest(
    server,
    'resources/read',
    { uri: `selvage://blocks/${id}.png` },
    { token },
  )
  return json.error === undefined
}
const onPage: HasPicture = async (id, token) =>
  (await server.request(`/editor/blocks/${id}/drawing.png`, { token })).status === 200

it.each([
  ['results', inResult, drawn.slice(0, ASKED), DEMO.othersBlock],
  ['resources', asResource, drawn.slice(ASKED, 2 * ASKED), DEMO.othersGuildBlock],
  ['pages', onPage, drawn.slice(0, ASKED), DEMO.othersBlock],
])('[D39.5] who asks for many %s at once has a few, and others have theirs', async (_, ask, ids, theirs) => {
  let refused = 0
  const many = Promise.all(
    ids.map(async (id) => {
      const isDrawn = await ask(id, busy)
      refused += isDrawn ? 0 : 1
      // Only now, so that all requests are there before the first drawing is ready.
      if (refused === ids.length - MOST_OF_ONE) draw()
      return isDrawn
    }),
  )
  expect(await ask(theirs, other)).toBe(true)
  expect((await many).filter(Boolean)).toHaveLength(MOST_OF_ONE)
})
