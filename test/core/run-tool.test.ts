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
const store: Pick<Store, 'fabrics'> = {
  fabrics: {
    search: () => Promise.reject(new Error('not asked')),
    makers: () => Promise.reject(new Error('not asked')),
    get: async () => undefined,
    version: async () => version,
    changedAt: async () => undefined,
    file: () => {
      throw new Error('not asked')
    },
  },
}
const services: Services = {
  store: store as Store,
  links: createLinks('https://example.com'),
  cursors: createCursors(['a secret of sixteen']),
}

const spec = {
  title: 'Count',
  description: 'Counts.',
  input: z.object({ text: z.string().default('none').describe('Text.') }),
  output: z.object({
    count: z.number().describe('How often it was asked.'),
    text: z.string().describe('Text.'),
  }),
} as const
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
const rest = [{ path: '/count', operationId: 'count' }]
const read = defineTool({ ...spec, name: 'read', auth: 'public', annotations: READS, rest, handler: count })
const own = defineTool({ ...spec, name: 'own', auth: 'bearer', annotations: READS, rest, handler: count })
const write = defineTool({
  ...spec,
  name: 'write',
  auth: 'public',
  annotations: CREATES,
  rest,
  handler: count,
})
const CALLER = { userId: 'user_demo', scopes: [], via: 'bearer' } as const

it('[§8.cursor] the answer of a public read is kept by its parsed input, with its notes', async () => {
  const { serve } = createToolRunner(services)
  const first = await serve(read, { text: 'none' }, undefined, { notes: true })
  expect(JSON.parse(first.json)).toEqual({ count: asked, text: 'none' })
  expect(await serve(read, {}, CALLER, { notes: true })).toBe(first)
  expect(first.notes).toEqual(['asked for none'])
  expect(await serve(read, { text: 'other' }, undefined)).not.toEqual(first)
})

it('[D38.6] notes are worked out only where they are shown', async () => {
  const { serve } = createToolRunner(services)
  const before = noted
  expect((await serve(read, {}, undefined)).notes).toEqual([])
  expect((await serve(own, {}, CALLER)).notes).toEqual([])
  expect(noted).toBe(before)
  expect((await serve(read, {}, undefined, { notes: true })).notes).toEqual(['asked for none'])
  await serve(read, {}, undefined, { notes: true })
  expect(noted).toBe(before + 1)
})

it('[D34.2, D38.6] if the notes fail, the answer goes out without them, and the next one has them', async () => {
  const failures: unknown[] = []
  const { serve } = createToolRunner(services, { onNotesFailed: (error) => void failures.push(error) })
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
  const shaky = defineTool({ ...spec, name: 'shaky', auth: 'public', annotations: READS, rest, handler })
  const first = await serve(shaky, {}, undefined, { notes: true })
  expect(first).toMatchObject({ json: JSON.stringify({ count: asked, text: 'none' }), notes: [] })
  expect(failures).toEqual([failure])
  fails = false
  expect((await serve(shaky, {}, undefined, { notes: true })).notes).toEqual(['asked for none'])
})

it('a changed catalog is seen by the next request', async () => {
  const { serve } = createToolRunner(services)
  const before = await serve(read, {}, undefined)
  version = '2'
  await nextTurn()
  expect(await serve(read, {}, undefined)).not.toEqual(before)
})

it('nothing is kept of a catalog without a version, of what is private, and of writes', async () => {
  const { serve } = createToolRunner(services)
  const differs = async (ask: () => Promise<unknown>) => expect(await ask()).not.toEqual(await ask())
  await differs(() => serve(own, {}, CALLER))
  await differs(() => serve(write, {}, undefined))
  version = ''
  await nextTurn()
  await differs(() => serve(read, {}, undefined))
  version = '3'
})

it('what is kept has a bound: beyond it, all answers are computed again', async () => {
  const { serve } = createToolRunner(services)
  const page = 'x'.repeat(1_000_000)
  // Each is some two million characters, of eight that are kept: with its text in the key and in the answer.
  const ask = (name: string) => serve(read, { text: `${name} ${page}` }, undefined)
  const first = await ask('first')
  for (const name of ['second', 'third']) await ask(name)
  expect(await ask('first')).toBe(first)
  for (const name of ['fourth', 'fifth']) await ask(name)
  expect(await ask('first')).not.toEqual(first)
})
