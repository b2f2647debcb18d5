import { expect, it } from 'vitest'
import * as z from 'zod'
import { CREATES, defineTool, READS, type Tool } from '../../src/core/tool.ts'
import { checkTools } from '../../src/core/tool-registry.ts'
import { allTools } from '../../tools/index.ts'

const good = defineTool({
  name: 'read_thing',
  title: 'Read a thing',
  description: 'Reads a thing.',
  auth: 'public',
  annotations: READS,
  input: z.object({ id: z.string().describe('Its id.') }),
  output: z.object({ name: z.string().describe('Its name.') }),
  rest: { method: 'GET', path: '/things/{id}', operationId: 'getThing', status: 200 },
  handler: async () => ({ data: { name: 'thing' } }),
})
const [operation] = good.operations
if (operation === undefined) throw new Error('a tool has an operation')

const withPath = (path: string): Partial<Tool> => ({ operations: [{ ...operation, path }] })
const withOutput = (name: string, schema: Tool['outputSchema']['properties'][string]): Partial<Tool> => ({
  outputSchema: { type: 'object', properties: { [name]: schema } },
})

function problemsOf(...checked: readonly Tool[]): string {
  try {
    checkTools(checked)
    return ''
  } catch (error) {
    return String(error)
  }
}

it('accepts the shipped tools, and a good one', () => {
  expect(problemsOf(...allTools)).toBe('')
  expect(problemsOf(good)).toBe('')
})

const problems: ReadonlyArray<readonly [string, Partial<Tool>, string]> = [
  [
    'a name in another style',
    { name: 'readThing' },
    'readThing: a tool name is 3 to 40 characters of snake_case',
  ],
  ['a name too short', { name: 'go' }, 'go: a tool name is 3 to 40 characters'],
  ['a name too long', { name: 'a'.repeat(41) }, 'a tool name is 3 to 40 characters'],
  [
    'a long description',
    { description: 'x'.repeat(2001) },
    'read_thing: the description is over 2,000 characters',
  ],
  [
    'contradicting hints',
    { annotations: { ...READS, destructiveHint: true } },
    'read_thing: read-only and destructive',
  ],
  ['a GET that writes', { annotations: CREATES }, 'read_thing: GET /things/{id} contradicts readOnlyHint'],
  [
    'a POST that only reads',
    { operations: [{ ...operation, method: 'POST' }] },
    'read_thing: POST /things/{id} contradicts readOnlyHint',
  ],
  [
    'a path parameter that is no field',
    withPath('/things/{thing}'),
    'read_thing: /things/{thing} names no input field thing',
  ],
  [
    'a fixed field that is none',
    { operations: [{ ...operation, fixed: { kind: 'x' } }] },
    'read_thing: /things/{id} names no input field kind',
  ],
  [
    'an input field without description',
    { inputSchema: { type: 'object', properties: { id: { type: 'string' } } } },
    'read_thing.input.id: no description',
  ],
  [
    'an output field without description',
    withOutput('a', { type: 'string' }),
    'read_thing.output.a: no description',
  ],
  [
    'a field without description inside a list',
    withOutput('list', {
      type: 'array',
      description: 'A list.',
      items: { type: 'object', properties: { deep: { type: 'string' } } },
    }),
    'read_thing.output.list[].deep: no description',
  ],
  ...['anyOf', 'oneOf', 'allOf', '$ref', '$defs', '$schema'].map(
    (keyword) =>
      [
        `${keyword} in a schema`,
        withOutput('a', { description: 'A field.', ...{ [keyword]: [] } }),
        `read_thing.output.a: ${keyword} is not understood by every client`,
      ] as const,
  ),
]

it.each(problems)('reports %s', (_, change, message) => {
  expect(problemsOf({ ...good, ...change })).toContain(message)
})

it('reports names, operation ids and routes that occur twice', () => {
  const report = problemsOf(good, good)
  expect(report).toContain('read_thing: two tools of this name')
  expect(report).toContain('getThing: two operations of this id')
  expect(report).toContain('GET /things/{id}: defined twice')
})

it('reports all problems at once, one a line', () => {
  const report = problemsOf(
    { ...good, description: 'x'.repeat(2001), ...withPath('/{a}/{b}') },
    { ...good, name: 'Other', annotations: CREATES },
  )
  expect(report.split('\n').slice(1)).toHaveLength(6)
})
