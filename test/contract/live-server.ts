import type { TestProject } from 'vitest/node'
import { run, serve, UNLIMITED } from '../cli/selvage.ts'
import { closeAll } from '../helpers/closing.ts'
import { freePort } from '../helpers/ports.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly baseUrl: string
    /** Of the user with the demo account. */
    readonly token: string
    /** Of a user whose items no other test changes. */
    readonly otherToken: string
  }
}

/** Runs the server with the development sign-in, for all files of the contract tests. */
export default async function setup({ provide }: TestProject) {
  const port = await freePort(2)
  const baseUrl = `http://127.0.0.1:${port}`
  const env = { ...UNLIMITED, LOG_LEVEL: 'error', PORT: String(port), BASE_URL: baseUrl }
  const { place } = await serve(env, { isFirst: true })
  const tokenOf = async (user: string) => (await run(['token', '--user', user], place)).stdout.trim()
  provide('baseUrl', baseUrl)
  provide('token', await tokenOf('user_demo'))
  provide('otherToken', await tokenOf('user_other'))
  return closeAll
}
