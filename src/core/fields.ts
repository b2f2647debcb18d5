import * as z from 'zod'
import { codePointLength, isStorable } from './text.ts'

/**
 * Text of `min` to `max` Unicode code points without NUL and unpaired surrogates (D8). Zod's own
 * `.max()` counts UTF-16 units, so the bounds are checked here and published through `meta`.
 */
export function text(bounds: { min?: number; max: number }) {
  const { min = 0, max } = bounds
  return z
    .string()
    .refine((value) => {
      const length = codePointLength(value)
      return length >= min && length <= max && isStorable(value)
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max })
}

/** A page size of 1 to `max` items; `fallback` when none was asked for (D4). */
export function pageSize(max: number, fallback: number) {
  return z.int().min(1).max(max).default(fallback).describe('Most to return.')
}

/** The continuation of a list (§4.2). The list itself checks the cursor, so only the length is bounded here. */
export function cursorInput() {
  return text({ max: 4096 }).optional().describe('From the last answer, same filters.')
}

/** The `cursor` and `truncated` fields of a list's answer (D6). */
export const continuation = {
  cursor: z.string().nullable().describe('Next page; null on the last.'),
  truncated: z.boolean().describe('More follows.'),
}
