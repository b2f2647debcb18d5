import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { TimedOut, withTimeout } from '../core/timeout.ts'
import { createTurns } from '../core/turns.ts'
import type { ToRender } from './png-worker.ts'

/** Drawings that wait, in all and for one person, so that nobody takes all places. */
export const MOST_WAITING = 8
export const MOST_OF_ONE = 3
/** How long an answer waits. A picture that is ready later is kept for the next time. */
const WAIT_MS = 2_000
/** After this the worker is ended. A drawing within the bounds takes less than a second. */
const LONGEST_MS = 5_000
/** The picture of an item has at most 16 KB. */
const MOST_KEPT_BYTES = 4_000_000

/** By the hash of the drawing, the newest last. */
const kept = new Map<string, Uint8Array>()
let keptBytes = 0

function keep(key: string, png: Uint8Array): Uint8Array {
  kept.set(key, png)
  keptBytes += png.length
  for (const [oldest, { length }] of kept) {
    if (keptBytes <= MOST_KEPT_BYTES) break
    kept.delete(oldest)
    keptBytes -= length
  }
  return png
}

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
async function render(toRender: ToRender): Promise<Uint8Array> {
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

/** Drawings that wait or are rendered, by hash. */
const pending = new Map<string, { readonly of: string | undefined; readonly png: Promise<Uint8Array> }>()
const inTurn = createTurns({ rests: false })

function enqueue(key: string, toRender: ToRender, of: string | undefined): Promise<Uint8Array> | undefined {
  const ofThem = [...pending.values()].filter((each) => of !== undefined && each.of === of)
  if (pending.size > MOST_WAITING || ofThem.length >= MOST_OF_ONE) return undefined
  const png = inTurn(of ?? '', () => render(toRender))
    .then((rendered) => keep(key, rendered))
    .finally(() => pending.delete(key))
  pending.set(key, { of, png })
  return png
}

/**
 * A drawing as PNG (D39). `undefined` if too many wait, in all or for the person in `of`, or if it takes too
 * long. Rejects if it cannot be rendered.
 */
export async function renderPng(
  svg: string,
  { kind = 'picture', of }: { readonly kind?: ToRender['kind']; readonly of?: string | undefined } = {},
): Promise<Uint8Array | undefined> {
  const key = createHash('sha256').update(svg).digest('base64')
  const png = kept.get(key) ?? pending.get(key)?.png ?? enqueue(key, { svg, kind }, of)
  if (!(png instanceof Promise)) return png
  return withTimeout(WAIT_MS, png).catch((error: unknown) => {
    if (!(error instanceof TimedOut)) throw error
    return undefined
  })
}
