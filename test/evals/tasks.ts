import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'

const pattern = z.string().transform((source) => new RegExp(source, 'im'))
const call = z
  .tuple([z.string(), z.record(z.string(), z.unknown()), pattern])
  .transform(([tool, args, brings]) => ({ tool, args, brings }))
/** An item that is there afterwards and was not before. Sizes of blocks are finished inches. */
const made = z.strictObject({
  kind: z.enum(['project', 'block']),
  name: pattern,
  width: z.number().optional(),
  height: z.number().optional(),
})
const task = z.strictObject({
  ask: z.string(),
  can: z.enum(['full', 'part', 'none']).default('full'),
  calls: z.array(call).default([]),
  makes: z.array(made).default([]),
  /** What a model's reply must carry; for whoever lets one do the task. */
  reply: pattern,
})

/** A call of an ideal plan, and what its answer must carry for the next call or for the reply. */
type PlannedCall = z.output<typeof call>
export type MadeItem = z.output<typeof made>
/** One thing that users ask for, and what a model needs to do it. */
export type Task = z.output<typeof task>

export const TASKS = z.array(task).parse(parse(readFileSync(new URL('tasks.yaml', import.meta.url), 'utf8')))

const PART = /^\{(\d+)\.([\w.]+)\}$/

/** The arguments with every `{call.path}` replaced by that part of an earlier answer. */
export function fill(args: PlannedCall['args'], answers: readonly unknown[]): Record<string, unknown> {
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
