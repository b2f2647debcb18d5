import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createCursors } from '../../src/core/cursor.ts'
import { createLinks } from '../../src/core/links.ts'
import {
  type Caller,
  defineTool,
  type PublicContext,
  READS,
  type Tool,
  type ToolAnswer,
} from '../../src/core/tool.ts'

const nowhere = async () => {
  throw new Error('no store in this test')
}
const notThere = () => {
  throw new Error('no store in this test')
}
const anonymous: PublicContext = {
  store: {
    projects: { list: nowhere, count: nowhere, get: nowhere, create: nowhere },
    assets: { list: nowhere, count: nowhere, get: nowhere, design: nowhere, createBlock: nowhere },
    fabrics: {
      search: nowhere,
      makers: nowhere,
      get: nowhere,
      version: nowhere,
      changedAt: nowhere,
      file: notThere,
    },
    supplies: { browse: nowhere, called: nowhere },
  },
  links: createLinks('https://app.example.com'),
  cursors: createCursors(['a secret of this test']),
  caller: undefined,
}
const caller: Caller = { userId: 'user_1', scopes: [], via: 'bearer' }

const common = {
  name: 'double_it',
  title: 'Double a number',
  description: 'Doubles a number.',
  annotations: READS,
  input: z.object({ value: z.int().max(9).default(1).describe('A number.') }),
  output: z.object({
    twice: z.number().max(18).describe('Twice the number.'),
    by: z.string().optional().describe('Who asked.'),
  }),
}
const rest = { method: 'GET', path: '/double', operationId: 'double', status: 200 } as const

const forAll = defineTool({
  ...common,
  auth: 'public',
  rest,
  handler: async ({ value }, context) => ({ data: { twice: 2 * value, by: context.caller?.userId } }),
})
const forMembers = defineTool({
  ...common,
  auth: 'bearer',
  rest,
  handler: async ({ value }, context) => ({ data: { twice: 2 * value, by: context.caller.userId } }),
})

const runOf = async (tool: Tool, raw: unknown, context: PublicContext) => tool.prepare(raw).run(context)

describe('run', () => {
  it('parses the input, with its defaults, and hands the handler the caller', async () => {
    const signedIn = { ...anonymous, caller }
    const dataOf = async (answer: Promise<ToolAnswer<unknown>>) => (await answer).data
    expect(await dataOf(runOf(forAll, { value: 4, unknown: true }, anonymous))).toEqual({ twice: 8 })
    expect(await dataOf(runOf(forAll, {}, signedIn))).toEqual({ twice: 2, by: 'user_1' })
    expect(await dataOf(runOf(forMembers, { value: 2 }, signedIn))).toEqual({ twice: 4, by: 'user_1' })
  })

  it('[§7.400] refuses what violates the input schema, before the handler runs', async () => {
    await expect(runOf(forAll, { value: 10 }, anonymous)).rejects.toMatchObject({ code: 'invalid_argument' })
    await expect(runOf(forAll, 'text', anonymous)).rejects.toMatchObject({ code: 'invalid_argument' })
  })

  it('[§5.5] refuses a bearer tool without a caller', async () => {
    await expect(runOf(forMembers, {}, anonymous)).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('[§1.envelope] answers nothing that the output does not declare', async () => {
    const chatty = defineTool({
      ...common,
      auth: 'public',
      rest,
      handler: async () => ({ data: { twice: 2, ...{ email: 'someone@example.com' } } }),
    })
    expect(await runOf(chatty, {}, anonymous)).toEqual({ data: { twice: 2 } })
  })

  it('lets an answer that breaks its own schema fail as a defect, not as the caller’s fault', async () => {
    const broken = defineTool({
      ...common,
      auth: 'public',
      rest,
      handler: async () => ({ data: { twice: 99 } }),
    })
    await expect(runOf(broken, {}, anonymous)).rejects.toBeInstanceOf(z.core.$ZodError)
  })
})

describe('definition', () => {
  it('makes an operation of its path and of every alias', () => {
    const tool = defineTool({
      ...common,
      auth: 'public',
      rest: { ...rest, aliases: [{ path: '/four', operationId: 'four', fixed: { value: 2 } }] },
      handler: async () => ({ data: { twice: 0 } }),
    })
    expect(tool.operations).toEqual([
      { ...rest, fixed: {} },
      { method: 'GET', path: '/four', operationId: 'four', status: 200, fixed: { value: 2 } },
    ])
  })
})

describe('types', () => {
  it('hold a definition to its own input, output and authentication', () => {
    const definitions = [
      () =>
        defineTool({
          ...common,
          auth: 'public',
          rest,
          // @ts-expect-error: a public tool may have no caller
          handler: async (_, context) => ({ data: { twice: 0, by: context.caller.userId } }),
        }),
      () =>
        defineTool({
          ...common,
          auth: 'public',
          rest,
          // @ts-expect-error: the answer lacks `twice`
          handler: async () => ({ data: { by: 'me' } }),
        }),
    ]
    // tsc holds the expectations above; here they only must be definitions that run.
    for (const define of definitions) expect(define().name).toBe('double_it')
  })
})
