import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ROOT } from '../helpers/files.ts'

/** Runs `selvage ARGS` on a database to its end. Resolves with the seconds that it took. */
export async function commandSeconds(args: readonly string[], databaseUrl: string): Promise<number> {
  const begin = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'src/selvage.mjs'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`selvage ${args.join(' ')} ended with ${code}`)
  return (performance.now() - begin) / 1000
}
