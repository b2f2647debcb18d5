import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ROOT } from '../helpers/files.ts'

const COMMAND = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js')

/** Runs Redocly's command line without telemetry and update checks. */
export async function redocly(
  cwd: string,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      NO_COLOR: '1',
    },
    // Progress and advice go to the error stream.
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')])
  return { code: child.exitCode, output }
}
