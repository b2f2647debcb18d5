import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBareServer } from '../helpers/bare-server.ts'
import type { TestServer } from '../helpers/server.ts'
import { Model } from './model.ts'
import { games, type Operation, play, USERS, type User } from './play.ts'

const SHARED = 'prj_shared-with-everybody-1'

let server: TestServer
let tokens: ReadonlyMap<User, string>
beforeAll(async () => {
  server = await startBareServer()
  tokens = new Map(await Promise.all(USERS.map(async (user) => [user, await server.tokenOf(user)] as const)))
  // Alice has a project that Bob is a member of.
  const db = new Sqlite(server.databasePath)
  db.exec(`
    insert into projects (id, name, folded_name, description, archived, created_at)
      values ('${SHARED}', 'Guild', 'guild', null, 0, 1);
    insert into project_members (user_id, project_id, role, created_at)
      values ('alice', '${SHARED}', 'owner', 1), ('bob', '${SHARED}', 'member', 1)`)
  db.close()
})
afterAll(() => server.close())

const ownToken = (user: User) => tokens.get(user) ?? ''

/** One model for all games: what was created stays. */
const model = new Model()
model.own('alice', SHARED)
model.join('bob', SHARED)

async function leaksOf(rounds: readonly (readonly Operation[])[]): Promise<string[]> {
  const table = { cursors: [] }
  const leaks: string[] = []
  for (const round of rounds) {
    const found = await Promise.all(
      round.map((operation) => play({ server, tokenOf: ownToken }, operation, model, table)),
    )
    leaks.push(...found.flat())
  }
  return leaks
}

it('[§1.ownership, §8.cursor, D10.1, D22.1] whatever is done together, nobody is shown what is not theirs', async () => {
  await fc.assert(
    fc.asyncProperty(games, async (rounds) => {
      expect(await leaksOf(rounds)).toEqual([])
    }),
    { numRuns: 8 },
  )
  expect(model.ids().length).toBeGreaterThan(50)
  expect(model.maySee('bob', SHARED)).toBe(true)
})
