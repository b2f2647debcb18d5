import { describe, expect, it } from 'vitest'
import { stopClock } from '../helpers/clock.ts'
import { headerRows } from './attacks/headers.ts'
import { sessionRows } from './attacks/sessions.ts'
import { claimRows, forgeryRows } from './attacks/tokens.ts'
import { expectVerdict, type Row, startWorld, type World } from './attacks/world.ts'

stopClock()
const world = await startWorld()
const lenient = await startWorld({ OAUTH_TOKEN_PROFILE: 'jwt' })

const holdsIn =
  (place: World) =>
  async (...[, verdict, send]: Row): Promise<void> => {
    const answer = await send(place)
    expectVerdict(answer, verdict, place.server.baseUrl)
    expect(answer.headers.has('set-cookie')).toBe(false)
  }
const holds = holdsIn(world)

it.each(headerRows)('[§5.6, §5.7, D9.1, D9.2, D28.1, D28.2] how credentials are sent: %s', holds)

it.each(claimRows)('[§5.6, D25.1, D28.2] claims: %s', holds)

it.each(sessionRows)('[§5.6, §5.8, D30.1, D30.2, D30.3, D30.4] sessions and origins: %s', holds)

describe('forged tokens', () => {
  it.each(forgeryRows)('[§5.6, D25.1, D28.2] %s', holds)

  it.each(forgeryRows)('[§5.6, D25.2] with the profile jwt: %s', holdsIn(lenient))

  it('[§5.6] no token made the server ask the attacker for keys', () => {
    for (const { attacker } of [world, lenient]) {
      expect(attacker.state.asked).toEqual([])
    }
  })
})
