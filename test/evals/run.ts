import { tools } from '../../tools/index.ts'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { askModel, type CallTool } from './ask-model.ts'
import { judge } from './judge.ts'
import { TASKS } from './tasks.ts'

// Puts every task to a model and says how it did. Needs ANTHROPIC_API_KEY and EVAL_MODEL; ANTHROPIC_BASE_URL
// is another address of that API. Each task gets a fresh demo account. Usage: run.ts [WORDS OF THE TASKS]
const { ANTHROPIC_API_KEY: key, EVAL_MODEL: name, ANTHROPIC_BASE_URL } = process.env
if (!key || !name) {
  process.stderr.write('Set ANTHROPIC_API_KEY and EVAL_MODEL to ask a model; npm test checks the rest.\n')
  process.exit(2)
}
const model = { key, name, baseUrl: ANTHROPIC_BASE_URL ?? 'https://api.anthropic.com' }
const listed = tools.filter(({ surfaces }) => surfaces.includes('mcp'))
const words = process.argv.slice(2).join(' ').toLowerCase()
const chosen = TASKS.filter(({ user }) => user.toLowerCase().includes(words))

let passed = 0
for (const task of chosen) {
  const server = await startTestServer()
  try {
    const token = await server.tokenOf('user_demo')
    const { json } = await mcpRequest(server, 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'evaluation', version: '1' },
    })
    const call: CallTool = async (tool, args) => {
      const { result } = (await callTool(server, tool, args, { token })).json
      return {
        text: result.content[0].text,
        data: result.structuredContent,
        isError: result.isError === true,
      }
    }
    const { calls, reply } = await askModel(model, {
      user: task.user,
      system: json.result.instructions,
      tools: listed,
      call,
    })
    const problems = judge(task, calls, reply)
    if (problems.length === 0) passed += 1
    process.stdout.write(`${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${task.user}\n`)
    for (const problem of problems) process.stdout.write(`          ${problem}\n`)
    for (const made of problems.length > 0 ? calls : [])
      process.stdout.write(`          it called ${made.tool} ${JSON.stringify(made.arguments)}\n`)
  } finally {
    await server.close()
  }
}
process.stdout.write(`${passed} of ${chosen.length} tasks\n`)
process.exitCode = passed === chosen.length ? 0 : 1
