/** The part of a structured logger that Selvage uses: fields first, then a constant message. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Logs nothing, for callers that report problems by failing. */
export const SILENT: Logger = { info: () => {}, warn: () => {}, error: () => {} }
