import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { closing } from '../helpers/closing.ts'
import { ROOT, temporaryFolder } from '../helpers/files.ts'
import { freePort } from '../helpers/ports.ts'
import { end } from '../helpers/processes.ts'
import { copySeeded } from '../helpers/seeded.ts'

export type Environment = Readonly<Record<string, string>>

export interface Place {
  readonly cwd: string
  readonly env?: Environment
  /** Another than the project's own. */
  readonly executable?: string
  /** Another user than the one who runs the tests; only root may choose one. */
  readonly uid?: number
  /** Which rights new files do not get, as octal digits. */
  readonly umask?: string
}

/** The executable of the project. */
export const SELVAGE = join(ROOT, 'src/selvage.mjs')

/**
 * Only what a program needs to run: no setting of the machine that tests reaches the command, and its
 * database is below the folder that it is started in, not the project's.
 */
export const cleanEnvironment = (env: Environment = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '',
  DATABASE_URL: 'sqlite:var/selvage.db',
  DRAIN_DELAY: '0',
  ...env,
})

/** Puts the databases with the shipped data where a command that is started in `folder` looks for them. */
export function stock(folder: string): void {
  mkdirSync(join(folder, 'var'), { mode: 0o700 })
  copySeeded(join(folder, 'var/selvage.db'))
}

export const UNLIMITED: Environment = {
  RATE_LIMIT_ANONYMOUS: 'off',
  RATE_LIMIT_USER: 'off',
  RATE_LIMIT_CREATE: 'off',
}

/** `selvage ARGS`, with what it says collected. Its standard input stays open. */
export function start(args: readonly string[], { cwd, env, executable = SELVAGE, uid, umask }: Place) {
  const user = uid === undefined ? {} : { uid, gid: uid }
  const command = [process.execPath, executable, ...args]
  // Only a shell can give a process another umask than ours.
  const [file = '', ...rest] =
    umask === undefined ? command : ['/bin/sh', '-c', `umask ${umask}; exec "$@"`, 'sh', ...command]
  const child = spawn(file, rest, { cwd, env: cleanEnvironment(env), ...user })
  const kill = closing(() => end(child, 'SIGKILL'))
  const said = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.stderr += text
  })
  const ended = once(child, 'close').then(async ([code, signal]) => {
    await kill()
    return { code, signal, ...said }
  })
  return {
    child,
    said,
    ended,
    /** Resolves once `stream` contains `text`; rejects when the process ends before. */
    async hasSaid(stream: 'stdout' | 'stderr', text: string): Promise<void> {
      const over = ended.then(({ code, stderr }) => {
        throw new Error(`ended with ${code} before it said ${text}: ${stderr}`)
      })
      over.catch(() => {})
      while (!said[stream].includes(text)) await Promise.race([once(child[stream], 'data'), over])
    },
  }
}

/** `selvage ARGS` to its end. */
export async function run(args: readonly string[], place: Place) {
  const { child, ended } = start(args, place)
  child.stdin.end()
  return ended
}

/**
 * A serving process with no configuration but its port, in a folder with nothing but the shipped data, ready.
 *
 * @param isFirst whether it finds no databases, and makes them: that takes a second.
 */
export async function serve(env: Environment = {}, { executable = SELVAGE, isFirst = false } = {}) {
  const folder = temporaryFolder()
  if (!isFirst) stock(folder.path)
  // The one after it is for the development sign-in.
  const port = await freePort(2)
  const place = { cwd: folder.path, env: { PORT: String(port), ...env }, executable }
  const process = start(['serve'], place)
  await process.hasSaid('stdout', 'Connector URL')
  return { ...process, place, port, baseUrl: `http://localhost:${port}`, folder }
}
