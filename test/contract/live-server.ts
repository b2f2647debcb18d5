import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { ROOT, temporaryFolder } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { end } from '../helpers/processes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly baseUrl: string
    /** Of the user with the demo account. */
    readonly token: string
    /** Of a user whose items no other test changes. */
    readonly otherToken: string
  }
}

const COMMAND = join(ROOT, 'src/selvage.mjs')
const run = promisify(execFile)

async function untilServing(server: ChildProcess): Promise<void> {
  if (server.stdout === null) throw new Error('the server has no output')
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.includes('Connector URL')) return
  }
  throw new Error('the server ended before it served')
}

/** Runs the server with the development sign-in, for all files of the contract tests. */
export default async function setup({ provide }: TestProject) {
  const folder = temporaryFolder()
  const port = await freePort(2)
  const baseUrl = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env['PATH'],
    PORT: String(port),
    BASE_URL: baseUrl,
    DATABASE_URL: `sqlite:${join(folder.path, 'selvage.db')}`,
    RATE_LIMIT_ANONYMOUS: 'off',
    RATE_LIMIT_USER: 'off',
    RATE_LIMIT_CREATE: 'off',
    LOG_LEVEL: 'error',
  }
  const server = spawn(process.execPath, [COMMAND, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await untilServing(server)
  server.stdout.resume()

  const tokenOf = async (user: string) => {
    const { stdout } = await run(process.execPath, [COMMAND, 'token', '--user', user], { env })
    return stdout.trim()
  }
  provide('baseUrl', baseUrl)
  provide('token', await tokenOf('user_demo'))
  provide('otherToken', await tokenOf('user_other'))

  return async () => {
    await end(server, 'SIGTERM')
    folder.remove()
  }
}
