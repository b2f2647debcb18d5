import { type AccountItem, madeProblems } from './account.ts'
import type { Task } from './tasks.ts'

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

/**
 * What is wrong with how a model did a task; empty when nothing is. Its calls must have brought what the plan's
 * bring, in that order: how it words them is its choice.
 */
export function judge(task: Task, { calls, reply, made }: Outcome): string[] {
  const problems: string[] = []
  const left = [...calls]
  for (const { tool, args, brings } of task.calls) {
    const index = left.findIndex(
      (call) => call.tool === tool && call.answer !== undefined && brings.test(JSON.stringify(call.answer)),
    )
    if (index === -1) {
      problems.push(`no answer such as to ${tool} ${JSON.stringify(args)}`)
      break
    }
    left.splice(0, index + 1)
  }
  problems.push(...madeProblems(task.makes, made))
  if (!task.reply.test(reply)) problems.push(`the reply lacks ${task.reply}`)
  return problems
}
