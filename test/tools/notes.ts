import { expect } from 'vitest'

/** A content block behind the JSON: a picture, or a note in a few words (D38, D39). */
export function expectNote(block: { readonly type: string; readonly text?: string }): void {
  if (block.type === 'image') return
  expect(block.type).toBe('text')
  expect(block.text).toMatch(/^[^{].*\.$/)
  expect((block.text ?? '').split(/\s+/).length).toBeLessThanOrEqual(120)
}
