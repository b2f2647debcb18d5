import * as z from 'zod'

const request = z.object({ id: z.union([z.string(), z.number()]), method: z.string() })
// An answer has no `method`.
const answer = z.object({ id: z.union([z.string(), z.number()]), method: z.never().optional() })

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The requests of a connection that were read and are not answered yet. */
export interface Unanswered {
  /** @param line of input; anything but a request is ignored. */
  read(line: string): void
  /** @param message as it is sent; anything but an answer is ignored. */
  sent(message: unknown): void
  /** Resolves when everything is answered, or after `milliseconds`. */
  settled(milliseconds: number): Promise<void>
}

export function createUnanswered(): Unanswered {
  const open = new Set<string | number>()
  let onEmpty = () => {}
  return {
    read(line) {
      const { data } = request.safeParse(parsed(line))
      if (data !== undefined) open.add(data.id)
    },
    sent(message) {
      const { data } = answer.safeParse(message)
      if (data !== undefined && open.delete(data.id) && open.size === 0) onEmpty()
    },
    settled(milliseconds) {
      if (open.size === 0) return Promise.resolve()
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        onEmpty = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    },
  }
}
