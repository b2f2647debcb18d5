import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { TimedOut, withTimeout } from '../core/timeout.ts'
import type { ToRender } from './png-worker.ts'

/**
 * How many drawings may wait, in all and for one person, so that nobody's heavy designs keep others waiting.
 */
export const MOST_WAITING = 8
export const MOST_OF_ONE = 3
/** A worker that takes longer for one drawing is ended. One within the bounds takes less than a second. */
const LONGEST_MS = 5_000
/** Most pictures have less than 16 KB. */
const MOST_KEPT = 250

/** By the hash of the drawing, the newest last. */
const kept = new Map<string, Uint8Array>()

function keep(key: string, png: Uint8Array): Uint8Array {
  const [oldest] = kept.keys()
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, png)
  return png
}

let worker: Worker | undefined

/** Rendering blocks its thread, so it does not run in the one that answers requests. */
function runningWorker(): Worker {
  if (worker !== undefined) return worker
  const started = new Worker(new URL('./png-worker.ts', import.meta.url))
  worker = started
  const forget = () => {
    if (worker === started) worker = undefined
  }
  return started.on('error', forget).on('exit', forget)
}

/** Starts the worker, so that the first drawing does not wait for it. */
export function startRenderer(): void {
  runningWorker().unref()
}

/** The drawing after a failure gets a new worker. */
async function render(toRender: ToRender): Promise<Uint8Array> {
  const running = runningWorker()
  const tooLong = AbortSignal.timeout(LONGEST_MS)
  running.ref()
  running.postMessage(toRender)
  try {
    const [png]: unknown[] = await once(running, 'message', { signal: tooLong })
    if (png instanceof Uint8Array) return png
    throw new Error('The worker answered something else.')
  } catch (cause) {
    worker = undefined
    // The worker stops only when it has rendered, so nobody waits for that.
    void running.terminate()
    throw new Error('A drawing could not be rendered, or it took too long.', { cause })
  } finally {
    // An idle worker keeps no process alive.
    running.unref()
  }
}

/** How long an answer waits for its picture. What is rendered later is kept for the next time. */
const WAIT_MS = 2_000

async function inTime(png: Promise<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    return await withTimeout(WAIT_MS, png)
  } catch (error) {
    if (error instanceof TimedOut) return undefined
    throw error
  }
}

/** Drawings that are rendered, one after the other, or wait, by hash. */
const pending = new Map<string, { readonly of: string | undefined; readonly png: Promise<Uint8Array> }>()
let last: Promise<unknown> = Promise.resolve()

/**
 * A drawing of `drawSvg` as PNG without a background, at most 16 KB (D39). The longest side has 640 pixels,
 * or fewer if the file would be too large. A card is 1200 pixels wide, without a bound of bytes. `undefined`
 * if too many drawings wait, in all or for the person in `of`, or if it takes too long. Rejects if it cannot be rendered.
 */
export async function renderPng(
  svg: string,
  { kind = 'picture', of }: { readonly kind?: ToRender['kind']; readonly of?: string | undefined } = {},
): Promise<Uint8Array | undefined> {
  const key = createHash('sha256').update(svg).digest('base64')
  const known = kept.get(key)
  if (known !== undefined) return known
  const underWay = pending.get(key)
  if (underWay !== undefined) return inTime(underWay.png)
  const ofThem = of === undefined ? [] : [...pending.values()].filter((each) => each.of === of)
  if (pending.size > MOST_WAITING || ofThem.length >= MOST_OF_ONE) return undefined
  const png = last
    .then(() => render({ svg, kind }))
    .then((rendered) => keep(key, rendered))
    .finally(() => pending.delete(key))
  last = png.catch(() => {})
  pending.set(key, { of, png })
  return inTime(png)
}
