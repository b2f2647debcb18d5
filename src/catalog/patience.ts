import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 25

/** How long to wait for another process that is changing the catalog. */
export interface Patience {
  readonly seconds: number
  /** Called once when there is something to wait for. */
  onWait?(): void
}

/** Thrown when patience with another process ends. */
export class CatalogBusyError extends Error {}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY')

/** Tries again while another process has the catalog locked, without stopping the event loop. Throws `CatalogBusyError`. */
export async function whenFree<Result>(action: () => Result, { seconds, onWait }: Patience): Promise<Result> {
  const since = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    try {
      return action()
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() - since > seconds * 1000) {
        const message = `Another process has been changing the catalog for ${seconds} seconds. Try again later.`
        throw new CatalogBusyError(message, { cause: error })
      }
      if (isFirst) onWait?.()
      await sleep(PAUSE_MS)
    }
  }
}
