import { describe, expect, it } from 'vitest'
import { read, SOURCES } from './imports.ts'

/** What the linter has no rule for, each with an example, which proves that the pattern finds it. */
const RULES: readonly (readonly [never: string, pattern: RegExp, example: string])[] = [
  ['cast by way of unknown', /\bas unknown as\b/, 'a as unknown as B'],
  ['switch the type checker off', /@ts-(?:ignore|nocheck|expect-error)/, '// @ts-ignore'],
  ['leave work for later', /\b(?:TODO|FIXME|XXX|HACK)\b/, '// TODO: later'],
  ['end the process', /\bprocess\.exit\(/, 'process.exit(1)'],
]

describe('sources', () => {
  it('have at most 350 lines each', () => {
    expect(SOURCES.filter((file) => read(file).split('\n').length > 351)).toEqual([])
  })

  it.each(RULES)('never %s', (_, pattern, example) => {
    expect(example).toMatch(pattern)
    expect(SOURCES.filter((file) => pattern.test(read(file)))).toEqual([])
  })
})
