import { constants, setPriority } from 'node:os'

/**
 * Lets everything else on the machine go first: a processor that nobody needs still does this work at full
 * speed. In a worker it is for that worker alone, which only Linux can.
 */
export function giveWay(isWorker: boolean): void {
  if (isWorker && process.platform !== 'linux') return
  try {
    // Without a process id, Linux takes the calling thread.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A sandbox may forbid it.
  }
}
