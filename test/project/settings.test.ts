import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { environment } from '../../src/config/settings.ts'
import { ROOT } from '../helpers/files.ts'

/** The rows of docs/settings.md: a name, what holds without a value, and what it means. */
const documented = [
  ...readFileSync(join(ROOT, 'docs/settings.md'), 'utf8').matchAll(
    /^\| `(\w+)` \| (.+?) \| ([A-Z`].+\.) \|$/gm,
  ),
].map(([, name = '', absent = '']) => [name, absent] as const)

it('[config] every setting is documented once, with its meaning', () => {
  const names = documented.map(([name]) => name)
  expect(names.toSorted()).toEqual(Object.keys(environment.shape).toSorted())
})

const defaults = Object.entries(environment.shape).flatMap(([name, schema]) => {
  const written = schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : ''
  // Paths of this checkout are documented in words.
  return written === '' || written.includes(ROOT) ? [] : [[name, written] as const]
})

it.each(defaults)('[config] the documented default of %s is %s', (name, written) => {
  expect(new Map(documented).get(name)).toBe(`\`${written}\``)
})
