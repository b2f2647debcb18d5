import { readFileSync, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
/** Several times what a run of the suite needs. */
const ROOM_BYTES = 2 * 1024 ** 3

/** Linux's folder in memory, if it has room and may run programs: thousands of small databases need no disk there. */
export function memoryFolder(): string | undefined {
  if (process.platform !== 'linux') return undefined
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === FOLDER)
  if (mount === undefined || mount.includes('noexec')) return undefined
  const { bavail, bsize } = statfsSync(FOLDER)
  return bavail * bsize >= ROOM_BYTES ? FOLDER : undefined
}
