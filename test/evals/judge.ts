import { type AccountItem, madeProblems } from './account.ts'
import { fill } from './fill.ts'
import type { ExpectedCall, Task } from './task.ts'

/** A call that a model made, and what it was answered; nothing if it failed. */
export interface MadeCall {
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

/** What a model did for a task. */
export interface Outcome {
  readonly calls: readonly MadeCall[]
  readonly reply: string
  /** What the account has more. */
  readonly made: readonly AccountItem[]
}

/** How much to ask for at a time is the model's choice. */
const FREE = new Set(['limit'])

/** `undefined` if an earlier answer lacks what the plan takes from it. */
function filled(args: ExpectedCall['arguments'], answers: readonly unknown[]) {
  try {
    return fill(args, answers)
  } catch {
    return undefined
  }
}

function fits(expected: ExpectedCall, made: MadeCall, answers: readonly unknown[]): boolean {
  // A call that failed is none of the plan.
  if (expected.tool !== made.tool || made.answer === undefined) return false
  const wanted = filled(expected.arguments, answers)
  if (wanted === undefined) return false
  return Object.entries(wanted).every(([name, value]) => {
    const given = made.arguments[name]
    const pattern = expected.accepts?.[name]
    if (FREE.has(name)) return true
    // The tools take numbers as text, too.
    return pattern === undefined ? String(given) === String(value) : pattern.test(String(given ?? ''))
  })
}

/** What is wrong with how a model did a task: its calls, the state of the account, its reply. Empty when nothing is. */
export function judge(task: Task, { calls, reply, made }: Outcome): string[] {
  const problems: string[] = []
  const answers: unknown[] = []
  const left = [...calls]
  for (const expected of task.calls) {
    const index = left.findIndex((call) => fits(expected, call, answers))
    const [call] = index === -1 ? [] : left.splice(0, index + 1).slice(-1)
    if (call === undefined) {
      problems.push(`did not call ${expected.tool} ${JSON.stringify(expected.arguments)}`)
      break
    }
    answers.push(call.answer)
  }
  problems.push(...madeProblems(task.makes ?? [], made))
  if (!task.reply.test(reply)) problems.push(`the reply lacks ${task.reply}`)
  return problems
}
