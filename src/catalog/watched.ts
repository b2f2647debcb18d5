import { AppError } from '../core/errors.ts'
import type { Catalog } from './catalog.ts'

/**
 * Told once when searches begin to fail, with the first failure, and once, without one, when they no longer
 * do.
 */
export type OnCatalogProblem = (failure: AppError | undefined) => void

/** The same catalog. It tells when it cannot be searched, and when it can again. */
export function watchCatalog(catalog: Catalog, onProblem: OnCatalogProblem): Catalog {
  const { fabrics, supplies } = catalog
  /** What failed last. Guides may be missing while fabrics are there. */
  const failing = new Set<'fabrics' | 'supplies'>()

  const watching =
    <Request, Answer>(part: 'fabrics' | 'supplies', read: (request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<Answer> => {
      try {
        const answer = await read(request)
        if (failing.delete(part) && failing.size === 0) onProblem(undefined)
        return answer
      } catch (error) {
        if (error instanceof AppError && error.code === 'catalog_unavailable') {
          if (failing.size === 0) onProblem(error)
          failing.add(part)
        }
        throw error
      }
    }

  const makers = watching('fabrics', () => fabrics.makers())
  return {
    ...catalog,
    fabrics: {
      search: watching('fabrics', (request) => fabrics.search(request)),
      makers: () => makers(undefined),
      version: () => fabrics.version(),
    },
    supplies: {
      browse: watching('supplies', (request) => supplies.browse(request)),
      called: watching('supplies', (text) => supplies.called(text)),
    },
  }
}
