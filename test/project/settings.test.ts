import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { loadConfig } from '../../src/config/config.ts'
import { ROOT } from '../helpers/files.ts'
import { SETTING_NAMES } from './setting-names.ts'

/** The rows of docs/settings.md: a name, what holds without a value, and what it means. */
const documented = [
  ...readFileSync(join(ROOT, 'docs/settings.md'), 'utf8').matchAll(
    /^\| `(\w+)` \| (.+?) \| ([A-Z`].+\.) \|$/gm,
  ),
].map(([, name = '', absent = '']) => [name, absent] as const)

it('[config] every setting is documented once, with its meaning', () => {
  expect(documented.map(([name]) => name).toSorted()).toEqual(SETTING_NAMES.toSorted())
})

// Other rows say in words, or by the names of others, what holds without a value.
const defaults = documented.flatMap(([name, absent]) => {
  const [, written] = /^`(?![A-Z_]+`)([^`{]+)`$/.exec(absent) ?? []
  return written === undefined ? [] : [[name, written] as const]
})

it.each(defaults)('[config] %s is %s, as documented, if nobody sets it', (name, written) => {
  const shown = (variables: Record<string, string>) => inspect(loadConfig(variables), { depth: 9 })
  expect(shown({ [name]: written })).toBe(shown({}))
})
