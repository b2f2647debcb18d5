/** The message is a constant; what varies is in the fields. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} }
