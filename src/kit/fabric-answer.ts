import * as z from 'zod'

/** What surfaces read of a fabric in the answer of the search; the tool itself says what more there is (§2.3). */
export const fabricAnswer = z.object({
  id: z.string(),
  name: z.string(),
  manufacturer: z.string(),
  collection: z.string(),
  sku: z.string().optional(),
  colorHex: z.string().optional(),
})
