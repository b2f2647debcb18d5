import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { createCursors } from '../../src/core/cursor.ts'
import { createLinks } from '../../src/core/links.ts'
import type { Store } from '../../src/core/rooms.ts'
import { createToolRunner } from '../../src/core/run-tool.ts'
import { CREATES, defineTool, READS, type Services } from '../../src/core/tool.ts'

let version = '1'
let asked = 0
let noted = 0
// No tool here asks a room, and the runner asks for the version only.
const store = { fabrics: { version: async () => version } } as Store
const services: Services = {
  store,
  links: createLinks('https://example.com'),
  cursors: createCursors(['a secret of sixteen']),
}

const spec = {
  title: 'Count',
  description: 'Counts.',
  input: z.object({ text: z.string().default('none').describe('Text.') }),
  output: z.object({
    count: z.number().max(999).describe('How often it was asked.'),
    text: z.string().describe('Text.'),
  }),
  rest: [{ path: '/count', operationId: 'count' }],
}
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
const read = defineTool({ ...spec, name: 'read', auth: 'public', annotations: READS, handler: count })
const own = defineTool({ ...spec, name: 'own', auth: 'user', annotations: READS, handler: count })
const write = defineTool({ ...spec, name: 'write', auth: 'public', annotations: CREATES, handler: count })
const CALLER = { userId: 'user_demo', scopes: [], via: 'bearer' } as const
const WITH_NOTES = { notes: true }

it('[§1.envelope] a tool answers nothing that its output does not declare', async () => {
  const handler = async () => ({ data: { count: 1, text: 'one', email: 'someone@example.com' } })
  const chatty = defineTool({ ...spec, name: 'chatty', auth: 'public', annotations: READS, handler })
  const { runForClient } = createToolRunner(services)
  expect((await runForClient(chatty, {}, undefined)).json).toBe('{"count":1,"text":"one"}')
})

it('a handler learns who calls in a tool for users only, and fails where nobody is signed in', async () => {
  const handler = async (_: unknown, { owner }: { owner: string }) => ({ data: { count: 1, text: owner } })
  const ofUser = defineTool({ ...spec, name: 'user', auth: 'user', annotations: READS, handler })
  const ofAll = defineTool({ ...spec, name: 'all', auth: 'public', annotations: READS, handler })
  const { run } = createToolRunner(services)
  expect((await run(ofUser, {}, CALLER)).data.text).toBe('user_demo')
  await expect(run(ofUser, {}, undefined)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(run(ofAll, {}, CALLER)).rejects.toMatchObject({ code: 'unauthorized' })
})

it('an answer that breaks its own schema fails as a defect, not as the caller’s fault', async () => {
  const handler = async () => ({ data: { count: 1_000, text: 'too many' } })
  const wrong = defineTool({ ...spec, name: 'wrong', auth: 'public', annotations: READS, handler })
  const answer = createToolRunner(services).runForClient(wrong, {}, undefined)
  await expect(answer).rejects.toBeInstanceOf(z.core.$ZodError)
})

it('[§8.cursor] the answer of a public read is kept by its input, with its notes', async () => {
  const { runForClient } = createToolRunner(services)
  const first = await runForClient(read, { text: 'one' }, undefined, WITH_NOTES)
  expect(JSON.parse(first.json)).toEqual({ count: asked, text: 'one' })
  expect(await runForClient(read, { text: 'one' }, CALLER, WITH_NOTES)).toBe(first)
  expect(first.notes).toEqual(['asked for one'])
  expect(await runForClient(read, { text: 'other' }, undefined)).not.toEqual(first)
})

it('[D38.6] notes are worked out only where they are shown', async () => {
  const { runForClient } = createToolRunner(services)
  const before = noted
  expect((await runForClient(read, {}, undefined)).notes).toEqual([])
  expect((await runForClient(own, {}, CALLER)).notes).toEqual([])
  expect(noted).toBe(before)
  expect((await runForClient(read, {}, undefined, WITH_NOTES)).notes).toEqual(['asked for none'])
  await runForClient(read, {}, undefined, WITH_NOTES)
  expect(noted).toBe(before + 1)
})

it('[D34.2, D38.6] if the notes fail, the answer goes out without them, and the next one has them', async () => {
  const failures: unknown[] = []
  const { runForClient } = createToolRunner(services, (error) => void failures.push(error))
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
  const shaky = defineTool({ ...spec, name: 'shaky', auth: 'public', annotations: READS, handler })
  const first = await runForClient(shaky, {}, undefined, WITH_NOTES)
  expect(first).toMatchObject({ data: { count: asked, text: 'none' }, notes: [] })
  expect(failures).toEqual([failure])
  fails = false
  expect((await runForClient(shaky, {}, undefined, WITH_NOTES)).notes).toEqual(['asked for none'])
})

it('nothing is kept of another catalog, of one without a version, of what is private, and of writes', async () => {
  const { runForClient } = createToolRunner(services)
  const differs = async (ask: () => Promise<unknown>) => expect(await ask()).not.toEqual(await ask())
  await differs(() => runForClient(own, {}, CALLER))
  await differs(() => runForClient(write, {}, undefined))
  const before = await runForClient(read, {}, undefined)
  version = '2'
  await nextTurn()
  expect(await runForClient(read, {}, undefined)).not.toEqual(before)
  version = ''
  await nextTurn()
  await differs(() => runForClient(read, {}, undefined))
  version = '3'
})

it('what is kept has a bound: beyond it, all answers are computed again', async () => {
  const { runForClient } = createToolRunner(services)
  const page = 'x'.repeat(1_000_000)
  // Each is some two million characters, of eight that are kept: with its text in the key and in the answer.
  const ask = (name: string) => runForClient(read, { text: `${name} ${page}` }, undefined)
  const first = await ask('first')
  for (const name of ['second', 'third']) await ask(name)
  expect(await ask('first')).toBe(first)
  for (const name of ['fourth', 'fifth']) await ask(name)
  expect(await ask('first')).not.toEqual(first)
})
