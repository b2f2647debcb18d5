import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** No process takes so long to end, not even on a busy machine. */
const LONGEST_MS = 30_000

/**
 * Sends a signal and waits until the process has ended; its output may still be held open by others. One that has
 * ended before is left alone. Rejects after half a minute.
 */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const isOver = child.pid === undefined || child.exitCode !== null || child.signalCode !== null
  if (isOver) return
  const exited = once(child, 'exit', { signal: AbortSignal.timeout(LONGEST_MS) })
  child.kill(signal)
  await exited
}
