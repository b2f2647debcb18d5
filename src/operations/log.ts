import { writeSync } from 'node:fs'
import pino from 'pino'
import type { Logger } from '../core/logger.ts'

const MOST_WAITING_BYTES = 1_048_576
const RETRY_MS = 100

/** Errors of a full pipe or disk, which may have room later. */
const FULL: readonly unknown[] = ['EAGAIN', 'ENOSPC', 'EDQUOT']

/**
 * Never blocks. If the reader does not keep up, a megabyte waits and further lines are dropped; one line says later how
 * many. (Pino's own destination would keep a process alive whose log nobody reads.)
 *
 * @param writeSome returns how many bytes it wrote. It throws `EAGAIN` if none can be written now.
 */
export function createLogSink(writeSome: (bytes: Uint8Array) => number) {
  let unread = Buffer.alloc(0)
  let lines = ''
  let dropped = 0
  /** How many of the dropped ones the log speaks of. */
  let told = 0
  let isScheduled = false

  function flush(): void {
    unread = Buffer.concat([unread, Buffer.from(lines)])
    lines = ''
    isScheduled = false
    try {
      while (unread.length > 0) unread = unread.subarray(writeSome(unread))
    } catch (error) {
      isScheduled = error instanceof Error && 'code' in error && FULL.includes(error.code)
      if (isScheduled) return void setTimeout(flush, RETRY_MS).unref()
      // The reader is gone (EPIPE).
      dropped += unread.toString().split('\n').length - 1
      unread = Buffer.alloc(0)
    }
  }

  function keep(line: string) {
    lines += line
    if (!isScheduled) setImmediate(flush)
    isScheduled = true
  }

  return {
    write(line: string): void {
      if (unread.length + lines.length + line.length > MOST_WAITING_BYTES) {
        dropped += 1
        return
      }
      if (dropped > told) {
        const gap = { level: 40, time: Date.now(), dropped: dropped - told, msg: 'log lines dropped' }
        keep(`${JSON.stringify(gap)}\n`)
        told = dropped
      }
      keep(line)
    },
    flush,
    dropped: () => dropped,
  }
}

/**
 * Logs to standard error, because standard output is for the protocol (stdio) and for people (serve). A full pipe must
 * not stop the server: from the first use of `process.stderr`, a write that does not fit fails at once.
 */
export async function createLogger({ logLevel }: { logLevel: string }): Promise<{
  readonly log: Logger
  readonly dropped: () => number
}> {
  const options = { level: logLevel, base: null }
  if (process.stderr.isTTY) {
    const { default: pretty } = await import('pino-pretty')
    const forPeople = { colorize: true, translateTime: 'HH:MM:ss', singleLine: true, sync: true }
    return { log: pino(options, pretty({ ...forPeople, destination: 2 })), dropped: () => 0 }
  }
  const sink = createLogSink((bytes) => writeSync(2, bytes))
  process.once('exit', sink.flush)
  return { log: pino(options, sink), dropped: sink.dropped }
}
