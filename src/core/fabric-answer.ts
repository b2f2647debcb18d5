import * as z from 'zod'

/** The fields of a fabric in a search's answer that surfaces read. The tool defines all fields (§2.3). */
export const fabricAnswer = z.object({
  id: z.string(),
  name: z.string(),
  manufacturer: z.string(),
  collection: z.string(),
  sku: z.string().optional(),
  colorHex: z.string().optional(),
})
