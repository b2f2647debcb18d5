/** The part of a structured logger that Selvage uses: fields first, then a constant message. */
export interface Logger {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
