import { Worker } from 'node:worker_threads'
import { describe, expect, it, vi } from 'vitest'
import { MOST_KEPT, MOST_OF_ONE, MOST_PENDING, renderPng } from '../../src/design/renderer.ts'

const render = (svg: string, of = svg) => renderPng(svg, { of })

const drawing = (name: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" aria-label="${name}"><path d="M0 0H9V9Z"/></svg>`

describe('[D39.5] a queue of drawings', () => {
  it('a few may wait; further ones have no picture, and are not kept so', async () => {
    const drawings = Array.from({ length: 40 }, (_, at) => drawing(`Queue ${at}`))
    const pictures = await Promise.allSettled(drawings.map((svg) => render(svg)))
    const refused = pictures.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
    expect(refused).toEqual(Array(40 - MOST_PENDING).fill('overloaded'))
    expect(await render(drawings.at(-1) ?? '')).toBeDefined()
  })

  it('fewer of one person wait, and others have theirs in between', async () => {
    const all = Array.from({ length: 6 }, (_, at) => drawing(`Many ${at}`))
    let done = 0
    const many = Promise.all(
      all.map((svg) =>
        render(svg, 'busy').then(
          () => (done += 1),
          () => {},
        ),
      ),
    )
    expect(await render(drawing('Mine'))).toBeDefined()
    expect(done).toBeLessThan(MOST_OF_ONE)
    await many
    expect(done).toBe(MOST_OF_ONE)
  })

  it('one that cannot be rendered fails alone, and nobody waits until its worker has ended', async () => {
    const terminate = vi.spyOn(Worker.prototype, 'terminate').mockReturnValue(new Promise(() => {}))
    const broken = render('<svg ')
    const next = render(drawing('Next'))
    await expect(broken).rejects.toThrow('could not be rendered')
    expect(await next).toBeDefined()
    expect(terminate).toHaveBeenCalled()
  })

  it('one that takes more than five seconds ends its worker, and the next one has another', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
    const terminate = vi.spyOn(Worker.prototype, 'terminate')
    await expect(render(drawing('Slow'))).rejects.toThrow('took too long')
    expect(timeout).toHaveBeenCalledWith(5_000)
    expect(terminate).toHaveBeenCalled()
    expect(await render(drawing('After'))).toBeDefined()
  })
})

it('dense drawings in a row free what each has taken', async () => {
  /** 100 times the same 200 pieces, each time turned by another angle. */
  const dense = (seed: number) => {
    const pieces = Array.from({ length: 200 }, (_, at) => {
      const color = ((at * 7_919 + seed * 104_729) % 0xffffff).toString(16).padStart(6, '0')
      return `<path fill="#${color}" d="M${at % 20} ${at / 7}l${at % 5} 3l-3 ${at % 7}z"/>`
    })
    const uses = Array.from({ length: 100 }, (_, at) => {
      const place = `translate(${(at % 20) * 32} ${Math.floor(at / 20) * 32}) rotate(${at + seed})`
      return `<use href="#b" transform="${place}"/>`
    })
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640"><defs><g id="b">${pieces.join('')}</g></defs>${uses.join('')}<g class="seams"></g></svg>`
  }
  await render(drawing('Start'))
  const before = process.memoryUsage.rss()
  let most = 0
  for (let seed = 0; seed < 6; seed += 1) {
    // On a busy machine it may take longer than one answer waits.
    await vi.waitFor(() => render(dense(seed)), { timeout: 20_000 })
    most = Math.max(most, process.memoryUsage.rss() - before)
  }
  expect(most).toBeLessThan(45_000_000)
})

describe('pictures that are kept', () => {
  it('are so many at most', async () => {
    const rendered = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker) {
      queueMicrotask(() => this.emit('message', new Uint8Array()))
    })
    await render(drawing('First'))
    await render(drawing('First'))
    expect(rendered).toHaveBeenCalledTimes(1)
    for (let at = 0; at < MOST_KEPT; at += 1) await render(drawing(`Kept ${at}`))
    await render(drawing('First'))
    expect(rendered).toHaveBeenCalledTimes(MOST_KEPT + 2)
  })

  it('have short keys, so that no drawing is kept', async () => {
    const set = vi.spyOn(Map.prototype, 'set')
    const svg = drawing('Long'.repeat(100))
    await render(svg, 'ann')
    const keys = set.mock.calls.flatMap(([key]) => (typeof key === 'string' ? [key] : []))
    expect(keys.length).toBeGreaterThan(1)
    expect(keys.filter((key) => key.length > 100)).toEqual([])
  })
})
