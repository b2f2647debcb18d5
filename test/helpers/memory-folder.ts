import { readFileSync, statfsSync } from 'node:fs'

const FOLDER = '/dev/shm'
/** Several times as much as a run of the suite needs. */
const ROOM_BYTES = 2 * 1024 ** 3

/**
 * Linux's folder in memory, if it has room and programs may be run from it. Thousands of small databases are made and
 * removed there without waiting for a disk.
 */
export function memoryFolder(): string | undefined {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
    const options = mounts.map((mount) => mount.split(' ')).find(([, path]) => path === FOLDER)?.[3]
    const { bavail, bsize } = statfsSync(FOLDER)
    const isFit =
      options !== undefined && !options.split(',').includes('noexec') && bavail * bsize >= ROOM_BYTES
    return isFit ? FOLDER : undefined
  } catch {
    return undefined
  }
}
