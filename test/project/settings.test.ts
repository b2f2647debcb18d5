import { expect, it } from 'vitest'
import { documentedSettings, environment } from '../../src/config/settings.ts'

const documented = documentedSettings().flatMap(({ settings }) => settings)

it('[config] every setting is read, and documented once', () => {
  const names = documented.map(({ name }) => name)
  expect(names.toSorted()).toEqual(Object.keys(environment.shape).toSorted())
  expect(new Set(names).size).toBe(names.length)
})

it.each(documented.map((setting) => [setting.name, setting] as const))(
  '[config] %s says what it means, and what holds without it',
  (_, { meaning, absent }) => {
    expect(meaning).toMatch(/^[A-Z`].+\.$/)
    expect(absent).toMatch(/\S/)
  },
)
