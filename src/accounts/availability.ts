import type { Store } from '../kit/repositories.ts'

/** Whether what people own can be read and written at the moment. */
export interface Availability {
  /** Runs one read or write. Throws `accounts_unavailable` when the database is at fault (D9). */
  run<Result>(action: () => Promise<Result>): Promise<Result>
  /** The problem of the database, for operators; `undefined` if there is none. */
  problem(): string | undefined
}

/** Told what keeps the accounts from being used, for operators; `undefined` when that is over. */
export type OnProblem = (problem: string | undefined, cause?: unknown) => void

/** For commands, which report the database's own message. */
export const unwatched: Availability = { run: (action) => action(), problem: () => undefined }

/** The private repositories, each call of which goes through `run`. */
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
