import pino from 'pino'
import type { Config } from '../config.ts'
import type { Logger } from '../core/log.ts'
import { standardErrorSink } from '../operations/log-sink.ts'

/** JSON lines on standard error. Standard output is for the protocol (stdio) and for people (serve). */
export function createLogger({ logLevel }: Config): { log: Logger; dropped: () => number } {
  const sink = standardErrorSink()
  return { log: pino({ level: logLevel, base: null }, sink), dropped: sink.dropped }
}
