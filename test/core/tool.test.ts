import { expect, it } from 'vitest'
import * as z from 'zod'
import { createCursors } from '../../src/core/cursor.ts'
import { createLinks } from '../../src/core/links.ts'
import type { Store } from '../../src/core/rooms.ts'
import { defineTool, type PublicContext, READS } from '../../src/core/tool.ts'

// None of these tools asks a room.
const anonymous: PublicContext = {
  store: {} as Store,
  links: createLinks('https://app.example.com'),
  cursors: createCursors(['a secret of this test']),
  caller: undefined,
}

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
  rest: [{ path: '/double', operationId: 'double' }],
}

const doubling = (data: { twice: number; email?: string }) =>
  defineTool({ ...common, auth: 'public', handler: async () => ({ data }) })

it('[§1.envelope] a tool answers nothing that its output does not declare', async () => {
  const chatty = doubling({ twice: 2, email: 'someone@example.com' })
  expect(await chatty.prepare({}).run(anonymous)).toEqual({ data: { twice: 2 } })
})

it('an answer that breaks its own schema fails as a defect, not as the caller’s fault', async () => {
  const answer = doubling({ twice: 99 }).prepare({}).run(anonymous)
  await expect(answer).rejects.toBeInstanceOf(z.core.$ZodError)
})
