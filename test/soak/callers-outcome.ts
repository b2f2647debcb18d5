import * as z from 'zod'

/** What the callers of `callers.ts` say at their end. */
export const callersOutcome = z.object({
  sent: z.number(),
  /** How many of those that were asked for this process was too slow for. */
  unsent: z.number(),
  /** By status, or by what went wrong with the connection. */
  ends: z.record(z.string(), z.number()),
  /** Milliseconds from a request to its answer, of those that were served. */
  p50: z.number(),
  p99: z.number(),
})
