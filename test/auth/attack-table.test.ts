import { afterAll, describe, expect, it } from 'vitest'
import { stopClock } from '../helpers/clock.ts'
import { claimRows } from './attacks/claims.ts'
import { forgeryRows } from './attacks/forgeries.ts'
import { headerRows } from './attacks/headers.ts'
import { expectVerdict, type Row } from './attacks/row.ts'
import { sessionRows } from './attacks/sessions.ts'
import { surfaceRows } from './attacks/surfaces.ts'
import { startWorld, type World } from './attacks/world.ts'

const clock = stopClock()
const world = await startWorld(clock)
const lenient = await startWorld(clock, { OAUTH_TOKEN_PROFILE: 'jwt' })
afterAll(async () => {
  await world.close()
  await lenient.close()
  clock.resume()
})

const titled = (rows: readonly Row[]) => rows.map((row) => [row.attack, row] as const)

async function holdsIn(place: World, { verdict, send }: Row): Promise<void> {
  const answer = await send(place)
  expectVerdict(answer, verdict, place.server.baseUrl)
  expect(answer.headers.has('set-cookie')).toBe(false)
}

const holds = (_attack: string, row: Row) => holdsIn(world, row)

describe('how credentials are sent', () => {
  it.each(titled(headerRows))('[§5.6, §5.7, D9.1, D9.2, D28.1, D28.2] %s', holds)
})

describe('forged tokens', () => {
  it.each(titled(forgeryRows))('[§5.6, D25.1, D28.2] %s', holds)

  it.each(titled(forgeryRows))('[§5.6, D25.2] with the profile jwt: %s', (_attack, row) =>
    holdsIn(lenient, row),
  )

  it('[§5.6] no token made the server ask the attacker for keys', () => {
    for (const { attacker } of [world, lenient]) {
      expect(attacker.state).toMatchObject({ keyRequests: 0, metadataRequests: 0 })
    }
  })
})

describe('claims', () => {
  it.each(titled(claimRows))('[§5.6, D25.1, D28.2] %s', holds)
})

describe('sessions and origins', () => {
  it.each(titled(sessionRows))('[§5.6, §5.8, D30.1, D30.2, D30.3, D30.4] %s', holds)
})

describe('surfaces', () => {
  it.each(titled(surfaceRows))('[§4.11.access, §5.1, §5.5, D26.1, D26.2] %s', holds)
})
