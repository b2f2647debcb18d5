import type { Store } from '../core/repositories.ts'

/** Whether accounts can be read and written at the moment. */
export interface Availability {
  /** Runs one read or write. Throws `accounts_unavailable` if the database is at fault (D9). */
  run<Result>(action: () => Promise<Result>): Promise<Result>
  /** The problem of the database, for operators; `undefined` if there is none. */
  problem(): string | undefined
}

/** Is told why accounts cannot be used, for operators; `undefined` when they can be used again. */
export type OnProblem = (problem: string | undefined, cause?: unknown) => void

/** For commands: they report the database's own message. */
export const unwatched: Availability = { run: (action) => action(), problem: () => undefined }

/** The private repositories. Each of their calls goes through `run`. */
export function whileAvailable(
  { projects, assets }: Pick<Store, 'projects' | 'assets'>,
  { run }: Availability,
): Pick<Store, 'projects' | 'assets'> {
  return {
    projects: {
      list: (...request) => run(() => projects.list(...request)),
      count: (...request) => run(() => projects.count(...request)),
      has: (...request) => run(() => projects.has(...request)),
      create: (...request) => run(() => projects.create(...request)),
    },
    assets: {
      list: (...request) => run(() => assets.list(...request)),
      count: (...request) => run(() => assets.count(...request)),
      get: (...request) => run(() => assets.get(...request)),
      design: (...request) => run(() => assets.design(...request)),
      createBlock: (...request) => run(() => assets.createBlock(...request)),
    },
  }
}
