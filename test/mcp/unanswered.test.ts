import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUnanswered } from '../../src/mcp/unanswered.ts'

const WAIT_MS = 10_000
const request = (id: number | string) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })
const result = (id: number | string) => ({ jsonrpc: '2.0', id, result: {} })
const failure = (id: number | string) => ({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'No.' } })

describe('[D35.1] the requests that a closing connection still waits for', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** How long it waits, in milliseconds. */
  async function waited(run: (open: ReturnType<typeof createUnanswered>) => void): Promise<number> {
    const open = createUnanswered()
    open.read(request(0))
    open.read(request('b'))
    const start = Date.now()
    const settled = open.settled(WAIT_MS)
    run(open)
    while (vi.getTimerCount() > 0) await vi.advanceTimersToNextTimerAsync()
    await settled
    return Date.now() - start
  }

  it('are none once each has its result or its error', async () => {
    const answers = [result(0), failure('b')]
    expect(await waited((open) => answers.forEach((answer) => void open.sent(answer)))).toBe(0)
  })

  it('are waited for until the time is over when one has no answer', async () => {
    expect(await waited((open) => open.sent(result(0)))).toBe(WAIT_MS)
  })

  it('are not answered by a request or a notification of ours', async () => {
    const ours = [
      { jsonrpc: '2.0', id: 0, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/progress' },
      result('b'),
    ]
    expect(await waited((open) => ours.forEach((message) => void open.sent(message)))).toBe(WAIT_MS)
  })

  it('are only requests: notifications and broken lines are no wait', async () => {
    const open = createUnanswered()
    for (const line of ['', '{', '[]', '{"jsonrpc":"2.0","method":"notifications/initialized"}'])
      open.read(line)
    await open.settled(WAIT_MS)
    expect(vi.getTimerCount()).toBe(0)
  })
})
