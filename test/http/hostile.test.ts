import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { SILENT } from '../../src/core/logger.ts'
import { startTestServer } from '../helpers/server.ts'
import { openConnection, requestText } from '../helpers/wire.ts'
import { CORPUS, type Hostile } from './corpus.ts'

const GOOD = requestText('GET /api/v1/fabrics?limit=1')
const LEAKS = /sqlite|node_modules|\.ts:|RangeError|TypeError|\/etc\/passwd.*root:/i

const errors: object[] = []
const error = (fields: object) => void errors.push(fields)
const server = await startTestServer({ log: { ...SILENT, error } })
afterAll(() => server.close())

/** Long enough for every answer that comes at all; what waits for more bytes is given up. */
const PATIENCE_MS = 400
const AT_ONCE = 8

const inTime = <Value>(answer: Promise<Value>): Promise<Value | undefined> =>
  Promise.race([answer.catch(() => undefined), sleep(PATIENCE_MS, undefined)])

/** What went wrong with some bytes, and with the request behind them; nothing when all is as it should be. */
async function faultOf({ name, bytes }: Hostile): Promise<string[]> {
  const connection = openConnection(server.port)
  connection.socket.on('error', () => {})
  connection.send(bytes)
  const answer = await inTime(connection.answer(bytes.toString('latin1').split(' ', 1)[0]))
  const isKept = answer?.headers.get('connection') === 'keep-alive' && answer.headers.has('content-length')
  if (isKept) connection.send(GOOD)
  // No answer in time is no fault: the bytes before may have left the connection waiting for a body.
  const next = isKept ? await inTime(connection.answer()) : undefined
  connection.close()
  const { status = 200, text = '' } = answer ?? {}
  return [
    ...(status >= 500 || LEAKS.test(text) ? [`${name}: ${status} ${text}`] : []),
    ...(next !== undefined && next.status !== 200 ? [`${name}: the next request got ${next.status}`] : []),
  ]
}

it('[D9.11] nothing hostile is a failure of ours, and who comes next is served, there and elsewhere', async () => {
  const wrong: string[] = []
  for (let from = 0; from < CORPUS.length; from += AT_ONCE) {
    wrong.push(...(await Promise.all(CORPUS.slice(from, from + AT_ONCE).map(faultOf))).flat())
  }
  const fresh = openConnection(server.port)
  fresh.send(GOOD)
  expect((await fresh.answer()).status).toBe(200)
  fresh.close()
  expect([wrong, errors]).toEqual([[], []])
})
