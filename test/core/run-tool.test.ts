import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { createCursors } from '../../src/core/cursor.ts'
import { createLinks } from '../../src/core/links.ts'
import { SILENT } from '../../src/core/logger.ts'
import { bytesToKeep } from '../../src/core/memoize.ts'
import type { Store } from '../../src/core/rooms.ts'
import { createToolRunner } from '../../src/core/run-tool.ts'
import { CREATES, defineTool, READS, type Tool } from '../../src/core/tool.ts'

let version = '1'
let asked = 0
let noted = 0
// No tool here asks a room, and the runner asks for the version only.
const store = { fabrics: { version: async () => version } } as Store

/** A runner with nothing kept, which asks with notes or without. */
function startRunner(log = SILENT) {
  const links = createLinks('https://example.com')
  const cursors = createCursors(['a secret of sixteen'])
  const { run, runAsJson } = createToolRunner({ store, links, cursors }, log)
  return {
    run,
    ask: (tool: Tool, text = 'none') => runAsJson(tool, { text }, CALLER),
    askWithNotes: (tool: Tool, text = 'none') => runAsJson(tool, { text }, CALLER, { notes: true }),
  }
}

const CALLER = { userId: 'user_demo', scopes: [], via: 'bearer' } as const
const count = async ({ text }: { text: string }) => {
  asked += 1
  return {
    data: { count: asked, text },
    notes() {
      noted += 1
      return [`asked for ${text.slice(0, 9)}`]
    },
  }
}
const spec = {
  name: 'count',
  title: 'Count',
  description: 'Counts.',
  auth: 'public',
  annotations: READS,
  input: z.object({ text: z.string() }),
  output: z.object({ count: z.number().max(999), text: z.string() }),
  rest: [{ path: '/count', operationId: 'count' }],
  handler: count,
} as const
const read = defineTool(spec)
const own = defineTool({ ...spec, name: 'own', auth: 'user' })
const write = defineTool({ ...spec, name: 'write', annotations: CREATES })

it('[§1.envelope] a tool answers nothing that its output does not declare', async () => {
  const handler = async () => ({ data: { count: 1, text: 'one', email: 'someone@example.com' } })
  const { json } = await startRunner().ask(defineTool({ ...spec, handler }))
  expect(json).toBe('{"count":1,"text":"one"}')
})

it('a handler learns who calls in a tool for users only, and fails where nobody is signed in', async () => {
  const handler = async (_: unknown, { owner }: { owner: string }) => ({ data: { count: 1, text: owner } })
  const [ofUser, ofAll] = [defineTool({ ...spec, auth: 'user', handler }), defineTool({ ...spec, handler })]
  const { run } = startRunner()
  expect((await run(ofUser, { text: '' }, CALLER)).data.text).toBe('user_demo')
  await expect(run(ofUser, { text: '' }, undefined)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(run(ofAll, { text: '' }, CALLER)).rejects.toMatchObject({ code: 'unauthorized' })
})

it('an answer that breaks its own schema fails as a defect, not as the caller’s fault', async () => {
  const handler = async () => ({ data: { count: 1_000, text: 'too many' } })
  const answer = startRunner().ask(defineTool({ ...spec, handler }))
  await expect(answer).rejects.toBeInstanceOf(z.core.$ZodError)
})

it('[§8.cursor, D38.6] the answer of a public read is kept by its input, with its notes where they are shown', async () => {
  const { ask, askWithNotes } = startRunner()
  const first = await askWithNotes(read)
  expect([JSON.parse(first.json), first.notes]).toEqual([{ count: asked, text: 'none' }, ['asked for none']])
  const before = noted
  expect(await askWithNotes(read)).toBe(first)
  expect(await askWithNotes(read, 'other')).not.toEqual(first)
  expect(noted).toBe(before + 1)
  for (const tool of [read, own]) expect((await ask(tool)).notes).toEqual([])
  expect(noted).toBe(before + 1)
})

it('[D34.2, D38.6] if the notes fail, the answer goes out without them, and the next one has them', async () => {
  const failures: object[] = []
  const { askWithNotes } = startRunner({ ...SILENT, error: (fields) => void failures.push(fields) })
  const failure = new Error('no notes')
  let fails = true
  const handler: typeof count = async (input) => {
    const { data, notes } = await count(input)
    return {
      data,
      notes() {
        if (fails) throw failure
        return notes()
      },
    }
  }
  const shaky = defineTool({ ...spec, handler })
  expect(await askWithNotes(shaky)).toMatchObject({ data: { count: asked, text: 'none' }, notes: [] })
  expect(failures).toEqual([{ err: failure }])
  fails = false
  expect((await askWithNotes(shaky)).notes).toEqual(['asked for none'])
})

it('nothing is kept of another catalog, of one without a version, of what is private, and of writes', async () => {
  const { ask } = startRunner()
  for (const tool of [own, write]) expect(await ask(tool)).not.toEqual(await ask(tool))
  const before = await ask(read)
  version = '2'
  await nextTurn()
  expect(await ask(read)).not.toEqual(before)
  version = ''
  await nextTurn()
  expect(await ask(read)).not.toEqual(await ask(read))
  version = '3'
})

it('what is kept has a bound: beyond it, all answers are computed again', async () => {
  const { ask } = startRunner()
  const page = 'x'.repeat(1_000_000)
  // Each is some two million characters, of eight that are kept: with its text in the key and in the answer.
  const first = await ask(read, `first ${page}`)
  for (const name of ['second', 'third']) await ask(read, name + page)
  expect(await ask(read, `first ${page}`)).toBe(first)
  for (const name of ['fourth', 'fifth']) await ask(read, name + page)
  expect(await ask(read, `first ${page}`)).not.toEqual(first)
})

it('small answers are bounded too, and the bytes of one keep no others', async () => {
  const tiny = defineTool({
    ...spec,
    name: 'tiny',
    output: z.object({ count: z.number(), text: z.string() }),
  })
  const { ask } = startRunner()
  const first = await ask(tiny, 'first')
  for (const index of Array.from({ length: 8_000 }).keys()) await ask(tiny, String(index))
  expect(await ask(tiny, 'first')).not.toEqual(first)
  expect(bytesToKeep(first.json).buffer.byteLength).toBe(first.json.length)
})
