/** The message is a constant; what varies is in the fields. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} }

/** Makes a function that passes an answer on, and logs when answers begin to fail, and when one comes again. */
export function createWatch(log: Logger, fields: object, failed: string, again: string) {
  let isFailing = false
  return async <Answer>(answer: Promise<Answer>) => {
    try {
      const value = await answer
      if (isFailing) log.info(fields, again)
      isFailing = false
      return value
    } catch (err) {
      if (!isFailing) log.warn({ err, ...fields }, failed)
      isFailing = true
      throw err
    }
  }
}
