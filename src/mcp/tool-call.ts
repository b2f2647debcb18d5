import * as z from 'zod'

/** Keeps the arguments as sent. A record would drop `__proto__`, but no argument may be ignored (D12). */
const given = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** The members of the `params` of `tools/call` in every protocol revision. */
export const toolCall = { name: z.string(), arguments: given.optional() }
