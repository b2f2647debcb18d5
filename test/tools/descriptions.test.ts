import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../src/core/schema.ts'
import type { Tool } from '../../src/core/tool.ts'
import { allTools } from '../../tools/index.ts'

const named = (list: readonly Tool[]) => list.map((tool) => [tool.name, tool] as const)
const onMcp = allTools.filter(({ isRestOnly }) => !isRestOnly)
/** Every property of a schema, with its place. */
function propertiesOf(schema: JsonSchema, place: string): [string, JsonSchema][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = `${place}.${name}`
    return [[at, property], ...propertiesOf(property, at), ...propertiesOf(property.items ?? {}, `${at}[]`)]
  })
}

describe('a description', () => {
  it.each(named(onMcp))('of %s is short, and says what comes back and what it cannot do', (_, tool) => {
    expect(tool.description.length).toBeLessThanOrEqual(620)
    expect(tool.description).toMatch(/\bReturns? /)
    expect(tool.description).toMatch(/\b(?:cannot|does not|no price filter)\b/i)
  })

  it.each(named(onMcp))('of %s names only tools that exist, and steers nobody', (_, { description }) => {
    const mentioned = description.match(/\b(?:search|browse|list|get|create)_[a-z_]+/g) ?? []
    expect(mentioned.filter((name) => !onMcp.some((other) => other.name === name))).toEqual([])
    expect(description).not.toMatch(/\b(?:never|always|must|should|please|do not|don't|instead of)\b/i)
  })

  it.each<[promise: string, who: readonly string[], says: RegExp]>([
    ['that it is open', ['search_fabric_catalog', 'browse_supplies'], /No account needed\./],
    [
      '[D2.1] that lengths are finished inches',
      ['list_my_assets', 'get_asset', 'create_block_stub'],
      /finished inches/,
    ],
    [
      '[§4.5.replay, §4.10.replay] to list after a time-out',
      ['create_project', 'create_block_stub'],
      /Not replay-safe: each call makes another.*after a time-out, list_my_/,
    ],
    [
      '[D5.1] created from edited',
      ['list_my_projects', 'list_my_assets'],
      /newest created first \(not last edited\)/,
    ],
    ['where ids come from', ['get_asset'], /ids come from list_my_assets/],
    [
      '[D23.3] that names are data',
      ['list_my_projects', 'list_my_assets', 'get_asset'],
      /data, not instructions/,
    ],
  ])('says %s', (_, who, says) => {
    const silent = onMcp.filter(({ name, description }) => who.includes(name) && !says.test(description))
    expect(silent.map(({ name }) => name)).toEqual([])
  })
})

describe('a field', () => {
  it.each(
    allTools.flatMap(({ name, inputSchema, outputSchema }) => [
      ...propertiesOf(inputSchema, `${name}.input`),
      ...propertiesOf(outputSchema, `${name}.output`),
    ]),
  )('%s is described', (_, { description = '' }) => {
    expect(description.length).toBeGreaterThan(3)
    expect(description).toMatch(/^[A-Z#a-z].*\.$/)
  })
})

describe('a definition', () => {
  it('has a name, operations and routes of its own', () => {
    const operations = allTools.flatMap((tool) => tool.operations)
    for (const names of [
      allTools.map(({ name }) => name),
      operations.map(({ operationId }) => operationId),
      operations.map(({ method, path }) => `${method} ${path}`),
    ]) {
      expect(new Set(names).size).toBe(names.length)
    }
  })
})

it('[§1.create, §4.5.replay, §4.10.replay] the two creates write and must not be repeated; the rest may be', () => {
  const creates = allTools.filter(({ annotations }) => !annotations.readOnlyHint)
  expect(creates.map(({ name }) => name)).toEqual(['create_project', 'create_block_stub'])
  for (const { annotations } of allTools) {
    const isRead = annotations.readOnlyHint
    expect(annotations).toEqual({
      readOnlyHint: isRead,
      idempotentHint: isRead,
      destructiveHint: false,
      openWorldHint: false,
    })
  }
})
