import type { Logger } from '../../src/kit/log.ts'

export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} }
