/** The command line was called in a way that it does not understand; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
