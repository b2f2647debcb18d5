import { callTool } from '../helpers/mcp.ts'
import type { TestServer } from '../helpers/server.ts'
import { fill, type Task } from './tasks.ts'

/** A rough count, good for comparing: a token of JSON is about four characters. */
const CHARACTERS_PER_TOKEN = 4

/** What an ideal plan costs and brings, step by step. */
export interface Played {
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
