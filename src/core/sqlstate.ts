/** The SQLSTATE of an error from PostgreSQL, or the code of an error from the network; empty without one. */
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Two processes created the same table at once: `if not exists` does not see what is not committed. There are
 * three codes for it (duplicate table, type or row), depending on how far the other process is.
 */
export const isMadeTwice = (error: unknown): boolean =>
  ['42P07', '42710'].includes(codeOf(error)) ||
  (codeOf(error) === '23505' &&
    error instanceof Error &&
    'constraint' in error &&
    String(error.constraint).startsWith('pg_'))
