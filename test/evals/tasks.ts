import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'
import { callTool } from '../helpers/mcp.ts'
import type { TestServer } from '../helpers/server.ts'

const pattern = z.string().transform((source) => new RegExp(source, 'im'))
const call = z
  .tuple([z.string(), z.record(z.string(), z.unknown()), pattern])
  .transform(([tool, args, brings]) => ({ tool, args, brings }))
/** An item of the account by words of its name, and what its outline must carry. */
const item = z.tuple([z.string(), z.string(), pattern]).transform(([resource, query, brings]) => [
  { tool: 'list_my_assets', args: { resource, query }, brings: /"id":/ },
  { tool: 'get_asset', args: { resource, id: '{0.assets.0.id}', includeGeometry: true }, brings },
])
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
/** One thing that users ask for, and what a model needs to do it. */
type Task = z.output<typeof task>

export const TASKS = z.array(task).parse(parse(readFileSync(new URL('tasks.yaml', import.meta.url), 'utf8')))

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

/** What an ideal plan costs and brings, step by step. */
interface Played {
  readonly calls: number
  /** Of all arguments, texts and notes that went to and fro. */
  readonly tokens: number
  readonly problems: readonly string[]
}

/** Plays the ideal plan of a task against a server. */
export async function play(server: TestServer, token: string, task: Task): Promise<Played> {
  const answers: unknown[] = []
  const problems: string[] = []
  let characters = 0
  for (const { tool, args, brings } of task.calls) {
    const filled = fill(args, answers)
    const { result } = (await callTool(server, tool, filled, { token })).json
    const texts = result.content.flatMap(({ text }: { text?: string }) => (text === undefined ? [] : [text]))
    characters += JSON.stringify(filled).length + texts.join('').length
    if (result.isError) problems.push(`${tool}: ${texts.join(' ')}`)
    else if (!brings.test(texts.join('\n')))
      problems.push(`${tool} ${JSON.stringify(filled)} does not bring ${brings}`)
    answers.push(result.structuredContent)
  }
  return {
    calls: task.calls.length,
    tokens: Math.round(characters / CHARACTERS_PER_TOKEN),
    problems,
  }
}
