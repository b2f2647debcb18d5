import { afterEach, describe, expect, it, vi } from 'vitest'
import { blockDesign, square } from '../design/designs.ts'
import { openConnection, requestText } from '../helpers/wire.ts'
import { startPages } from './signed-in.ts'

const MANY = 20

const statuses: number[] = []
const server = await startPages({ isBare: true, observers: [({ status }) => statuses.push(status)] })

// Each takes some milliseconds.
const shapes = Array.from({ length: 1_000 }, (_, at) => square(at % 40, Math.floor(at / 40), 'S0', 1))
const design = JSON.stringify(blockDesign({ viewBox: [0, 0, 40, 25], shapes }))

async function blockOf(user: string): Promise<string> {
  const token = await server.tokenOf(user)
  const body = { name: 'Dense', finishedWidthInches: 40, finishedHeightInches: 25 }
  const { json } = await server.rest('/blocks', { method: 'POST', token, body })
  const { pathname } = new URL(json.data.url)
  const { kysely, close } = await server.openAccounts()
  await kysely
    .insertInto('designs')
    .values({ asset_id: pathname.split('/').at(-1) ?? '', design })
    .execute()
  await close()
  return `${pathname}/drawing.svg`
}

const [first, second] = [await blockOf('ann'), await blockOf('ben')]

/** Resolves when one of them has its drawing. */
async function askOften() {
  const cookie = await server.cookieOf('ann')
  const clients = Array.from({ length: MANY }, () => openConnection(server.port))
  // Each is connected before one asks, because connections are accepted one by one.
  for (const client of clients) client.send(requestText('GET /healthz'))
  for (const client of clients) await client.answer()
  for (const client of clients) client.send(requestText(`GET ${first}`, [`Cookie: ${cookie}`]))
  statuses.length = 0
  const answers = clients.map((client) => client.answer())
  await Promise.race(answers)
  return { clients, answers }
}

const drawn = () => statuses.filter((status) => status === 200).length

describe('when one person asks for many drawings', () => {
  afterEach(() => vi.restoreAllMocks())

  it('another has theirs after a few of them', async () => {
    const { answers } = await askOften()
    expect((await server.page(second, 'ben')).status).toBe(200)
    expect(drawn()).toBeLessThan(MANY / 2)
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
  })

  it('none is made for a client that has left', async () => {
    const { clients, answers } = await askOften()
    for (const client of clients) client.close()
    await Promise.allSettled(answers)
    expect((await server.page(first, 'ann')).status).toBe(200)
    expect(drawn()).toBeLessThan(MANY / 2)
  })

  it('those that have waited six seconds are refused, so that a server can stop', async () => {
    const over = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(over.signal)
    const { answers } = await askOften()
    over.abort()
    const refused = (await Promise.all(answers)).filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(MANY / 2)
    expect(timeout).toHaveBeenCalledWith(6_000)
  })
})
