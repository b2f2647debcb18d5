import { startTestServer } from '../helpers/server.ts'
import { play, TASKS } from './tasks.ts'

// Plays the ideal plan of every task, each with a fresh demo account, and shows what it costs.
// Usage: npm run eval [-- WORDS OF THE TASKS]
const words = process.argv.slice(2).join(' ').toLowerCase()
const chosen = TASKS.filter(({ ask }) => ask.toLowerCase().includes(words))

const sum = { calls: 0, tokens: 0, passed: 0 }
for (const task of chosen) {
  const server = await startTestServer()
  const { calls, tokens, problems } = await play(server, await server.tokenOf('user_demo'), task)
  await server.close()
  sum.calls += calls
  sum.tokens += tokens
  if (problems.length === 0) sum.passed += 1
  const mark = problems.length === 0 ? 'ok    ' : 'FAILED'
  process.stdout.write(`${mark} ${calls} calls ${String(tokens).padStart(6)} tokens  ${task.ask}\n`)
  for (const problem of problems) process.stdout.write(`       ${problem}\n`)
}
process.stdout.write(`${sum.passed} of ${chosen.length} tasks: ${sum.calls} calls, ${sum.tokens} tokens\n`)
process.exitCode = sum.passed === chosen.length ? 0 : 1
