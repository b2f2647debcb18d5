import { constants, setPriority } from 'node:os'

/**
 * Lets everything else on the machine go first. On an idle processor this work still runs at full speed.
 * In a worker only that worker gives way, which only Linux supports.
 */
export function giveWay(isWorker: boolean): void {
  if (isWorker && process.platform !== 'linux') return
  try {
    // Without a process id, Linux changes the priority of the calling thread.
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A sandbox may forbid it.
  }
}
