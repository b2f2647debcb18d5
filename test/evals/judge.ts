import { fill } from './fill.ts'
import type { ExpectedCall, Task } from './task.ts'

/** A call that a model made, and what it was answered. */
export interface MadeCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

const WRITES = new Set(['create_project', 'create_block_stub'])
/** How much to ask for at a time is the model's choice. */
const FREE = new Set(['limit'])

function fits(expected: ExpectedCall, made: MadeCall, answers: readonly unknown[]): boolean {
  if (expected.tool !== made.tool) return false
  return Object.entries(fill(expected.arguments, answers)).every(([name, value]) => {
    const pattern = expected.accepts?.[name]
    if (FREE.has(name)) return true
    return pattern === undefined ? made.arguments[name] === value : pattern.test(String(made.arguments[name]))
  })
}

/** What is wrong with how a model did a task; empty when nothing is. */
export function judge(task: Task, made: readonly MadeCall[], reply: string): string[] {
  const problems: string[] = []
  const answers: unknown[] = []
  const left = [...made]
  for (const expected of task.calls) {
    const index = left.findIndex((call) => fits(expected, call, answers))
    const [call] = index === -1 ? [] : left.splice(0, index + 1).slice(-1)
    if (call === undefined) {
      problems.push(`did not call ${expected.tool} ${JSON.stringify(expected.arguments)}`)
      break
    }
    answers.push(call.answer)
  }
  const count = (calls: readonly { readonly tool: string }[]) =>
    calls.filter(({ tool }) => WRITES.has(tool)).length
  if (count(made) > count(task.calls)) problems.push(`created ${count(made)}, not ${count(task.calls)}`)
  if (!task.reply.test(reply)) problems.push(`the reply lacks ${task.reply}`)
  return problems
}
