import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { allTools } from '../../tools/index.ts'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const listed = allTools.filter(({ isRestOnly }) => !isRestOnly)
const byName = new Map(listed.map((tool) => [tool.name, tool]))
const ajv = new Ajv2020({ strict: false })
const isValid = new Map(
  listed.map(({ name, inputSchema }) => [name, ajv.compile({ ...inputSchema, additionalProperties: false })]),
)

/** More would be a burden on the model that reads the answers. */
const MOST_CALLS = 4
const MOST_TOKENS = 4_500

const server = await startTestServer()
const token = await server.tokenOf('user_demo')

const pattern = z.string().transform((source) => new RegExp(source, 'im'))
const call = z
  .tuple([z.string(), z.record(z.string(), z.unknown()), pattern])
  .transform(([tool, args, brings]) => ({ tool, args, brings }))
/** An item of the account by words of its name, and what its outline must carry. */
const item = z.tuple([z.string(), z.string(), pattern]).transform(([resource, query, brings]) => [
  { tool: 'list_my_assets', args: { resource, query }, brings: /"id":/ },
  { tool: 'get_asset', args: { resource, id: '{0.assets.0.id}', includeGeometry: true }, brings },
])
/** One thing that users ask for, and what a model needs to do it. */
const task = z
  .strictObject({
    ask: z.string(),
    can: z.enum(['full', 'part', 'none']).default('full'),
    calls: z.array(call).default([]),
    /** Stands for the two calls that read an item. */
    item: item.default([]),
    /** What a model's reply must carry; for whoever lets one do the task. */
    reply: pattern,
  })
  .transform(({ item, calls, ...others }) => ({ ...others, calls: [...item, ...calls] }))

/** A call of an ideal plan, and what its answer must carry for the next call or for the reply. */
type PlannedCall = z.output<typeof call>

const TASKS = z.array(task).parse(parse(readFileSync(new URL('tasks.yaml', import.meta.url), 'utf8')))

const PART = /^\{(\d+)\.([\w.]+)\}$/

/** The arguments with every `{call.path}` replaced by that part of an earlier answer. */
function fill(args: PlannedCall['args'], answers: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const [, at, path] = typeof value === 'string' ? (PART.exec(value) ?? []) : []
      if (at === undefined || path === undefined) return [name, value]
      const part = path
        .split('.')
        .reduce<unknown>(
          (whole, key) => (typeof whole === 'object' && whole !== null ? Reflect.get(whole, key) : undefined),
          answers[Number(at)],
        )
      if (part === undefined) throw new Error(`answer ${at} has no ${path}`)
      return [name, part]
    }),
  )
}

/** A rough count, good for comparing: a token of JSON is about four characters. */
const CHARACTERS_PER_TOKEN = 4

it('there are at least 90 tasks, each asked once, and they need every tool that the contract has', () => {
  expect(TASKS.length).toBeGreaterThanOrEqual(90)
  expect(new Set(TASKS.map(({ ask }) => ask)).size).toBe(TASKS.length)
  const used = new Set(TASKS.flatMap(({ calls }) => calls.map(({ tool }) => tool)))
  expect([...used].filter((tool) => !byName.has(tool))).toEqual([])
  expect(used.size).toBeGreaterThanOrEqual(7)
})

describe.each(TASKS)('$ask', ({ can, calls }) => {
  it('has a plan within the schemas, which brings what is asked for and no more', async () => {
    const answers: unknown[] = []
    /** Of all arguments, texts and notes that went to and fro. */
    let characters = 0
    for (const { tool, args, brings } of calls) {
      expect(isValid.get(tool)?.(args), `${tool} ${JSON.stringify(args)}`).toBe(true)
      const filled = fill(args, answers)
      const { result } = (await callTool(server, tool, filled, { token })).json
      const texts = result.content.map(({ text = '' }: { text?: string }) => text).join('\n')
      characters += JSON.stringify(filled).length + texts.length
      expect(result.isError, texts).toBeUndefined()
      expect(texts).toMatch(brings)
      answers.push(result.structuredContent)
    }
    // What cannot be done at all ends with a link at most, never with a write.
    if (can === 'none')
      expect(calls.every(({ tool }) => byName.get(tool)?.annotations.readOnlyHint)).toBe(true)
    expect(calls.length).toBeLessThanOrEqual(MOST_CALLS)
    expect(characters / CHARACTERS_PER_TOKEN).toBeLessThanOrEqual(MOST_TOKENS)
  })
})
