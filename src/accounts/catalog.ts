import { AppError, catalogUnavailable } from '../kit/errors.ts'

/**
 * Runs a read of the shared catalog. A read that fails, or that shows the catalog to be empty, is
 * `catalog_unavailable` (§7), not an empty answer and not an internal error.
 */
export async function readingCatalog<Answer>(
  read: () => Promise<{ readonly found: boolean; readonly answer: Answer }>,
): Promise<Answer> {
  const result = await read().catch((error: unknown) => {
    throw error instanceof AppError ? error : catalogUnavailable(error)
  })
  if (!result.found) throw catalogUnavailable()
  return result.answer
}
