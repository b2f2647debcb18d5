import { execFileSync, spawn } from 'node:child_process'
import { freePort } from '../helpers/ports.ts'
import { end } from '../helpers/processes.ts'

/** Whether this machine has a Redis. */
export const hasRedis = (() => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** A Redis server that keeps everything in memory. */
export async function startRedis() {
  const port = await freePort()
  const run = async () => {
    const child = spawn('redis-server', ['--port', String(port), '--save', '', '--bind', '127.0.0.1'])
    let said = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      said += text
      if (said.includes('Ready to accept connections')) break
    }
    return child
  }
  let server = await run()
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => end(server, 'SIGKILL'),
    async start() {
      server = await run()
    },
    /** As a hung machine would. */
    pause: () => server.kill('SIGSTOP'),
    resume: () => server.kill('SIGCONT'),
  }
}
