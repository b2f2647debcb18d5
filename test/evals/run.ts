import * as z from 'zod'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { accountOf, newItems } from './account.ts'
import { askModel, type CallTool, type Model } from './ask-model.ts'
import { judge } from './judge.ts'
import { play } from './play.ts'
import { TASKS, type Task } from './tasks.ts'

// Plays every task, each with a fresh demo account. With ANTHROPIC_API_KEY and EVAL_MODEL a model does them
// (ANTHROPIC_BASE_URL is another address of that API); without, the ideal plan of each runs, and what it costs
// is shown. Usage: run.ts [WORDS OF THE TASKS]
const { ANTHROPIC_API_KEY: key, EVAL_MODEL: name, ANTHROPIC_BASE_URL } = process.env
const listing = z.array(z.object({ name: z.string(), description: z.string(), inputSchema: z.unknown() }))

interface Result {
  readonly calls: number
  readonly tokens: number
  readonly problems: readonly string[]
}

async function playAlone(task: Task): Promise<Result> {
  const server = await startTestServer()
  try {
    return await play(server, await server.tokenOf('user_demo'), task)
  } finally {
    await server.close()
  }
}

async function playWithModel(model: Model, task: Task): Promise<Result> {
  const server = await startTestServer()
  try {
    const token = await server.tokenOf('user_demo')
    const before = await accountOf(server, token)
    const { json } = await mcpRequest(server, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'evaluation', version: '1' },
    })
    let characters = 0
    const call: CallTool = async (tool, args) => {
      const { result } = (await callTool(server, tool, args, { token })).json
      const text = result.content.flatMap((block: { text?: string }) => block.text ?? []).join('\n')
      characters += JSON.stringify(args).length + text.length
      return { text, data: result.structuredContent, isError: result.isError === true }
    }
    const { instructions } = json.result
    const listed = (await mcpRequest(server, 'tools/list')).json.result.tools
    const asked = { user: task.ask, system: instructions, tools: listing.parse(listed), call }
    const { calls, reply } = await askModel(model, asked)
    const made = newItems(before, await accountOf(server, token))
    const problems = judge(task, { calls, reply, made })
    return { calls: calls.length, tokens: Math.round(characters / 4), problems }
  } finally {
    await server.close()
  }
}

const words = process.argv.slice(2).join(' ').toLowerCase()
const chosen = TASKS.filter(({ ask }) => ask.toLowerCase().includes(words))
const model =
  key && name ? { key, name, baseUrl: ANTHROPIC_BASE_URL ?? 'https://api.anthropic.com' } : undefined

const sum = { calls: 0, tokens: 0, passed: 0 }
for (const task of chosen) {
  const { calls, tokens, problems } = await (model === undefined
    ? playAlone(task)
    : playWithModel(model, task).catch(
        // A model that cannot be reached fails its task, not the others.
        (error: unknown): Result => ({ calls: 0, tokens: 0, problems: [String(error)] }),
      ))
  sum.calls += calls
  sum.tokens += tokens
  if (problems.length === 0) sum.passed += 1
  const mark = problems.length === 0 ? 'ok    ' : 'FAILED'
  process.stdout.write(`${mark} ${calls} calls ${String(tokens).padStart(6)} tokens  ${task.ask}\n`)
  for (const problem of problems) process.stdout.write(`       ${problem}\n`)
}
const who = model === undefined ? 'the ideal plans' : model.name
process.stdout.write(
  `${sum.passed} of ${chosen.length} tasks by ${who}: ${sum.calls} calls, ${sum.tokens} tokens\n`,
)
process.exitCode = sum.passed === chosen.length ? 0 : 1
