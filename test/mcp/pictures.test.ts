import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MOST_KEPT, MOST_OF_ONE, renderPng } from '../../src/design/renderer.ts'
import { ask, callTool } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { DEMO } from '../tools/demo.ts'

const server = await startTestServer()
const busy = await server.tokenOf('user_demo')
const other = await server.tokenOf('user_other')

/** Blocks of one person, of which no two surfaces draw the same, because a drawing is kept. */
const ASKED = 6
const { json } = await server.rest('/blocks?limit=50', { token: busy })
const drawn: string[] = json.data.assets
  .filter(({ shapeCount }: { shapeCount?: number }) => shapeCount)
  .map(({ id }: { id: string }) => id)

const post = Worker.prototype.postMessage
// Test files share the pictures that are kept. Others take their place.
const rendered = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
  queueMicrotask(() => this.emit('message', new Uint8Array()))
})
for (let at = 0; at < MOST_KEPT; at += 1) await renderPng(`<svg id="${at}"></svg>`, { of: 'ann' })
rendered.mockRestore()

/** Holds every drawing back until it resolves, for however long a busy machine needs to answer all who ask. */
let begin: PromiseWithResolvers<void>
beforeEach(() => {
  begin = Promise.withResolvers()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, value) {
    void begin.promise.then(() => post.call(this, value))
  })
})
afterEach(() => vi.restoreAllMocks())

/** Whether this block comes with its picture. */
type HasPicture = (id: string, token: string) => Promise<boolean>

const inResult: HasPicture = async (id, token) => {
  const { content } = (await callTool(server, 'get_asset', { resource: 'blocks', id }, { token })).json.result
  const { type, text } = content.at(-1)
  if (type !== 'image') expect(text).toContain('no picture now')
  return type === 'image'
}
const asResource: HasPicture = async (id, token) => {
  const { error } = await ask(server, 'resources/read', { uri: `selvage://blocks/${id}.png` }, token)
  if (error !== undefined) expect(error.message).toMatch(/^overloaded: /)
  return error === undefined
}
const onPage: HasPicture = async (id, token) => {
  const { status, json } = await server.request(`/editor/blocks/${id}/drawing.png`, { token })
  if (status !== 200) expect(json.error.code).toBe('overloaded')
  return status === 200
}

it.each([
  ['results', inResult, drawn.slice(0, ASKED), DEMO.othersBlock],
  ['resources', asResource, drawn.slice(ASKED, 2 * ASKED), DEMO.othersGuildBlock],
  ['pages', onPage, drawn.slice(0, ASKED), DEMO.othersBlock],
])(
  '[D39.5] of many %s that one person asks for, a few are drawn, and those of others',
  async (_, hasPicture, ids, theirs) => {
    const [last = '', ...many] = ids
    // Nothing is drawn yet, so all answers come without a picture.
    const answers = await Promise.all([...many.map((id) => hasPicture(id, busy)), hasPicture(theirs, other)])
    expect(answers).not.toContain(true)
    begin.resolve()
    // It is drawn when all before it are.
    await expect.poll(() => hasPicture(last, busy), { timeout: 50_000 }).toBe(true)
    expect(Worker.prototype.postMessage).toHaveBeenCalledTimes(MOST_OF_ONE + 2)
  },
)

it('[D39.5] an answer whose picture fails says that it has none', async () => {
  vi.mocked(Worker.prototype.postMessage).mockImplementation(() => {
    throw new Error('no worker')
  })
  expect(await inResult(drawn.at(-1) ?? '', busy)).toBe(false)
})
