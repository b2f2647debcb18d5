import { writeSync } from 'node:fs'
import { Writable } from 'node:stream'
import pino from 'pino'
import type { Logger } from '../core/logger.ts'

/** How many bytes may wait for the reader: a few thousand lines. */
const MAX_WAITING_BYTES = 1_048_576
/** How long to wait before a full pipe is tried again, in milliseconds. */
const RETRY_MS = 100

/** Writes some bytes and returns how many. Throws `EAGAIN` if none can be written now. */
export type WriteSome = (bytes: Uint8Array) => number

/** Takes log lines and never blocks. Lines that nobody reads are dropped and counted. */
export interface LogSink {
  write(line: string): void
  /** Writes as much as possible now, before the process ends. */
  flush(): void
  /** How many lines were dropped so far. */
  dropped(): number
}

/** These errors say that a pipe or a disk is full. It may have room again later. */
const FULL: readonly unknown[] = ['EAGAIN', 'ENOSPC', 'EDQUOT']
const isFull = (error: unknown) => error instanceof Error && 'code' in error && FULL.includes(error.code)

/**
 * Writes the lines of one turn of the event loop together. If the reader does not keep up, up to a megabyte
 * waits for it. Further lines are dropped. Before the next line that is kept, one line says how many are
 * missing.
 */
export function createLogSink(writeSome: WriteSome): LogSink {
  let lines: string[] = []
  let waiting: Uint8Array = Buffer.alloc(0)
  let size = 0
  let missing = 0
  let dropped = 0
  let isScheduled = false
  let retry: NodeJS.Timeout | undefined

  function flush(): void {
    isScheduled = false
    waiting = Buffer.concat([waiting, Buffer.from(lines.join(''))])
    lines = []
    try {
      while (waiting.length > 0) waiting = waiting.subarray(writeSome(waiting))
    } catch (error) {
      if (!isFull(error)) {
        // The reader is gone (EPIPE).
        dropped += waiting.toString().split('\n').length - 1
        waiting = Buffer.alloc(0)
      } else retry ??= setTimeout(tryAgain, RETRY_MS).unref()
    }
    size = waiting.length
  }

  function tryAgain(): void {
    retry = undefined
    flush()
  }

  function keep(line: string): void {
    lines.push(line)
    size += line.length
    if (isScheduled || retry !== undefined) return
    isScheduled = true
    setImmediate(flush)
  }

  return {
    write(line) {
      if (size + line.length > MAX_WAITING_BYTES) {
        missing += 1
        dropped += 1
        return
      }
      if (missing > 0) {
        const gap = { level: 40, time: Date.now(), dropped: missing, msg: 'log lines dropped' }
        keep(`${JSON.stringify(gap)}\n`)
        missing = 0
      }
      keep(line)
    },
    flush,
    dropped: () => dropped,
  }
}

/** A sink whose lines are written for people. */
async function forPeople(sink: LogSink) {
  const { default: pretty } = await import('pino-pretty')
  const destination = new Writable({
    write(line, _encoding, done) {
      sink.write(String(line))
      done()
    },
  })
  return pretty({ colorize: true, translateTime: 'HH:MM:ss', singleLine: true, destination })
}

/**
 * JSON lines on standard error, or lines for people where that is a terminal. Standard output is for the protocol
 * (stdio) and for people (serve). A full pipe must not stop the server: Node makes it non-blocking when
 * `process.stderr` is first used, and from then on a write that does not fit fails at once.
 */
export async function createLogger({ logLevel }: { readonly logLevel: string }): Promise<{
  readonly log: Logger
  /** How many lines were dropped so far. */
  readonly dropped: () => number
}> {
  void process.stderr.writable
  const sink = createLogSink((bytes) => writeSync(2, bytes))
  process.once('exit', sink.flush)
  const output = process.stderr.isTTY ? await forPeople(sink) : sink
  return { log: pino({ level: logLevel, base: null }, output), dropped: sink.dropped }
}
