import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createLogSink } from '../../src/operations/log.ts'

/** A pipe or a file that takes so many bytes until there is room again. */
function pipe(room: number, code = 'EAGAIN') {
  const state = { room, text: '', writes: 0 }
  const sink = createLogSink((bytes) => {
    state.writes += 1
    const taken = Math.min(state.room, bytes.length)
    if (taken === 0) throw Object.assign(new Error('full'), { code })
    state.room -= taken
    state.text += Buffer.from(bytes.subarray(0, taken)).toString()
    return taken
  })
  return { state, sink }
}

it('lines of one turn of the event loop are one write', async () => {
  const { state, sink } = pipe(1_000)
  sink.write('one\n')
  sink.write('two\n')
  await turn()
  expect([state.text, state.writes]).toEqual(['one\ntwo\n', 1])
})

it.each(['EAGAIN', 'ENOSPC', 'EDQUOT'])('what is not taken waits, in order (%s)', async (code) => {
  const { state, sink } = pipe(6, code)
  sink.write('first\n')
  sink.write('sëcond\n')
  await turn()
  expect(state.text).toBe('first\n')
  sink.write('third\n')
  state.room = 100
  sink.flush()
  expect(state.text).toBe('first\nsëcond\nthird\n')
})

it('a log that nobody reads drops lines, counts them, and says so to the next reader', async () => {
  const { state, sink } = pipe(0)
  const line = `${'x'.repeat(1_023)}\n`
  for (let count = 0; count < 2_000; count += 1) sink.write(line)
  await turn()
  expect(sink.dropped()).toBe(2_000 - 1_024)
  state.room = 10_000_000
  sink.flush()
  sink.write('last\n')
  sink.flush()
  const [said = '', last] = state.text.split('\n').slice(-3)
  expect([JSON.parse(said), last]).toMatchObject([
    { level: 40, dropped: 976, msg: 'log lines dropped' },
    'last',
  ])
})

it('a reader that is gone is no failure, and the lines are counted', async () => {
  const { sink } = pipe(0, 'EPIPE')
  sink.write('one\n')
  sink.write('two\n')
  sink.flush()
  expect(sink.dropped()).toBe(2)
})
