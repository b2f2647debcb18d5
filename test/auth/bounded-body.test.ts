import { expect, it } from 'vitest'
import { boundedText } from '../../src/auth/bounded-body.ts'

const KILOBYTE = new Uint8Array(1_024).fill(0x20)

/** An answer without an end, and how much of it was asked for. */
function endless(headers: Record<string, string> = {}) {
  const read = { kilobytes: 0, cancelled: false }
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      read.kilobytes += 1
      controller.enqueue(KILOBYTE)
    },
    cancel() {
      read.cancelled = true
    },
  })
  return { read, response: new Response(stream, { headers }) }
}

it('[D29.2] a body is read up to its bound, and no further', async () => {
  const { read, response } = endless()
  await expect(boundedText(response)).rejects.toThrow('too large')
  expect(read).toEqual({ kilobytes: expect.any(Number), cancelled: true })
  expect(read.kilobytes).toBeLessThan(260)
})

it('[D29.2] a body that is announced as too large is not read', async () => {
  const { read, response } = endless({ 'content-length': '1000000' })
  await expect(boundedText(response)).rejects.toThrow('too large')
  expect(read.kilobytes).toBeLessThan(3)
})

it('[D29.2] a body within the bound is read whole', async () => {
  expect(await boundedText(new Response('{"keys":[]}'))).toBe('{"keys":[]}')
  expect(await boundedText(new Response(null))).toBe('')
})
