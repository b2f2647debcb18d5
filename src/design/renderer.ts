import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { overloaded } from '../core/errors.ts'
import { TimedOut, withTimeout } from '../core/timeout.ts'
import { createTurns } from '../core/turns.ts'
import type { ToRender } from './png-worker.ts'

/** Drawings that wait or are rendered, in all and for one person, so that nobody takes all places. */
export const MOST_PENDING = 9
export const MOST_OF_ONE = 3
/** How long an answer waits. A picture that is ready later is kept for the next time. */
const WAIT_MS = 2_000
/** After this the worker is ended. A drawing within the bounds takes less than a second. */
const LONGEST_MS = 5_000
/** Together they take about 4 MB: the picture of an item has at most 16 KB. */
export const MOST_KEPT = 250

let worker: Worker | undefined

/** Rendering blocks its thread, so a worker does it. It keeps no process alive. */
export function startRenderer(): Worker {
  if (worker !== undefined) return worker
  // For its `globalThis.gc`.
  setFlagsFromString('--expose-gc')
  const started = new Worker(new URL('./png-worker.ts', import.meta.url), {
    // Otherwise V8 keeps 130 MB for new objects here too.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  })
  const forget = () => {
    if (worker === started) worker = undefined
  }
  started.on('error', forget).on('exit', forget).unref()
  worker = started
  return started
}

/** The drawing after a failure gets a new worker. */
async function render(toRender: ToRender) {
  const running = startRenderer()
  const tooLong = AbortSignal.timeout(LONGEST_MS)
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
  }
}

/** By the hash of the drawing. */
const pictures = new Map<string, Promise<Uint8Array>>()
const inTurn = createTurns({ rests: false, most: MOST_PENDING, ofOne: MOST_OF_ONE })

/**
 * A drawing as PNG (D39). Throws `overloaded` if too many wait, in all or for the person in `of`, or if it takes too
 * long, and another error if it cannot be rendered.
 */
export async function renderPng(
  svg: string,
  { kind = 'picture', of }: { kind?: ToRender['kind']; of: string },
): Promise<Uint8Array> {
  const key = createHash('sha256').update(svg).digest('base64')
  const known = pictures.get(key)
  const png = known ?? inTurn(of, () => render({ svg, kind }))
  if (known === undefined) {
    if (pictures.size >= MOST_KEPT) pictures.clear()
    pictures.set(key, png)
    png.catch(() => pictures.delete(key))
  }
  return withTimeout(WAIT_MS, png).catch((error: unknown) => {
    throw error instanceof TimedOut ? overloaded() : error
  })
}
