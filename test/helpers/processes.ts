import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Enough on a busy machine. */
const LONGEST_MS = 30_000

/** Sends a signal and waits until the process has ended, though others may still hold its output open. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const isOver = child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  if (isOver) return
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(LONGEST_MS) })
  child.kill(signal)
  await exited
}
