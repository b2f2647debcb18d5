import { describe, expect, it } from 'vitest'
import { codeOf, read, SOURCES } from './imports.ts'

const WRITTEN = new Map(SOURCES.map((file) => [file, read(file)]))
const CODE = new Map(SOURCES.map((file) => [file, codeOf(read(file))]))

interface Rule {
  readonly never: string
  readonly pattern: RegExp
  /** What breaks the rule; proves that the pattern finds it. */
  readonly example: string
  /** Comments and text count too. */
  readonly everywhere?: true
}

/** What the linter has no rule for. */
const RULES: Rule[] = [
  { never: 'cast by way of unknown', pattern: /\bas unknown as\b/g, example: 'a as unknown as B' },
  {
    never: 'switch the type checker off',
    pattern: /@ts-(?:ignore|nocheck|expect-error)/g,
    example: '// @ts-ignore',
    everywhere: true,
  },
  {
    never: 'leave work for later',
    pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/g,
    example: '// TODO: later',
    everywhere: true,
  },
  { never: 'end the process', pattern: /\bprocess\.exit\(/g, example: 'process.exit(1)' },
]

describe('sources', () => {
  it('have at most 350 lines each', () => {
    const lengths = SOURCES.map((file) => [file, read(file).split('\n').length - 1] as const)
    expect(lengths.filter(([, lines]) => lines > 350)).toEqual([])
  })

  it.each(RULES)('never $never', ({ pattern, example, everywhere }) => {
    expect(everywhere ? example : codeOf(example)).toMatch(new RegExp(pattern.source))
    const found = [...(everywhere ? WRITTEN : CODE)].flatMap(([file, source]) =>
      [...source.matchAll(pattern)].map(([match]) => `${file}: ${match}`),
    )
    expect(found).toEqual([])
  })
})
