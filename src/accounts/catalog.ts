import { AppError } from '../kit/errors.ts'

const RETRY_AFTER_SECONDS = 60

/**
 * Runs a read of the shared catalog. A read that fails, or that shows the catalog to be empty, is
 * `catalog_unavailable` (§7), not an empty answer and not an internal error.
 */
export async function readingCatalog<Answer>(
  read: () => Promise<{ readonly found: boolean; readonly answer: Answer }>,
): Promise<Answer> {
  const unavailable = (cause?: unknown) =>
    new AppError('catalog_unavailable', 'The catalog is unavailable at the moment.', {
      retryAfter: RETRY_AFTER_SECONDS,
      hint: 'Tell the user that the catalog is unavailable, and try again later.',
      cause,
    })
  const result = await read().catch((error: unknown) => {
    throw error instanceof AppError ? error : unavailable(error)
  })
  if (!result.found) throw unavailable()
  return result.answer
}
