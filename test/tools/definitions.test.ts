import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JsonSchema } from '../../src/core/schema.ts'
import type { Tool } from '../../src/core/tool.ts'
import { allTools } from '../../tools/index.ts'
import { ROOT } from '../helpers/files.ts'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { OPERATIONS } from '../rest/operations.ts'

const server = await startTestServer()

const onMcp = allTools.filter(({ isRestOnly }) => !isRestOnly)
const operations = allTools.flatMap((tool) => tool.operations)

it.each(onMcp.map(({ name, description }) => [name, description]))(
  'the description of %s is short, says what comes back and what it cannot do, names only tools, and steers nobody',
  (_, description = '') => {
    expect(description.length).toBeLessThanOrEqual(620)
    expect(description).toMatch(/\bReturns? /)
    expect(description).toMatch(/\b(?:cannot|does not|no price filter)\b/i)
    const mentioned = description.match(/\b(?:search|browse|list|get|create)_[a-z_]+/g) ?? []
    expect(mentioned.filter((name) => !onMcp.some((other) => other.name === name))).toEqual([])
    expect(description).not.toMatch(/\b(?:never|always|must|should|please|do not|don't|instead of)\b/i)
  },
)

/** The places in a schema that are not described in a sentence. */
function undescribed(schema: JsonSchema, place: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = `${place}.${name}`
    const isDescribed = /^[A-Z#a-z].{2,}\.$/.test(property.description ?? '')
    return [
      ...(isDescribed ? [] : [at]),
      ...undescribed(property, at),
      ...undescribed(property.items ?? {}, at),
    ]
  })
}

it('every field is described', () => {
  for (const { name, inputSchema, outputSchema } of allTools)
    for (const schema of [inputSchema, outputSchema]) expect(undescribed(schema, name)).toEqual([])
  expect(undescribed({ properties: { id: { description: 'Id' } } }, 'a_tool')).toEqual(['a_tool.id'])
})

it('names, operations and routes are all different', () => {
  const ids = operations.map(({ operationId }) => operationId)
  const routes = operations.map(({ method, path }) => `${method} ${path}`)
  for (const names of [allTools.map(({ name }) => name), ids, routes])
    expect(new Set(names).size).toBe(names.length)
})

it('[§4] the table of docs/contract.md and the calls of test/rest/operations.ts have every operation', () => {
  const contract = readFileSync(join(ROOT, 'docs/contract.md'), 'utf8')
  const rows = operations.map(({ method, path, operationId }) => `| ${method} | ${path} | ${operationId} |`)
  expect(rows.filter((row) => !contract.includes(row))).toEqual([])
  const ids = operations.map(({ operationId }) => operationId)
  expect(OPERATIONS.map(({ operationId }) => operationId).toSorted()).toEqual(ids.toSorted())
})

it('[§1.create, §3, §4.5.replay, §4.10.replay] the two creates write and must not be repeated; the rest may be', () => {
  const creates = allTools.filter(({ annotations }) => !annotations.readOnlyHint)
  expect(creates.map(({ name }) => name)).toEqual(['create_project', 'create_block_stub'])
  const writes = operations.filter(({ method }) => method !== 'GET')
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /projects', 'POST /blocks'])
  for (const { annotations, inputSchema } of allTools) {
    const { readOnlyHint, ...others } = annotations
    expect(others).toEqual({ idempotentHint: readOnlyHint, destructiveHint: false, openWorldHint: false })
    expect(inputSchema.properties).not.toHaveProperty('archived')
  }
})

type Listed = Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema'>

/** Every word of a tool that a model reads. */
function wordsOf({ name, title, description, inputSchema, outputSchema }: Listed): string {
  const inputs = Object.entries(inputSchema.properties).map(
    ([field, schema]) =>
      `- ${field}: ${schema.description}${schema.enum ? ` ${schema.enum.join(', ')}` : ''}`,
  )
  const members = [...JSON.stringify(outputSchema).matchAll(/"(\w+)":\{/g)].map(([, member]) => member)
  const answers = members.filter((member) => member !== 'properties' && member !== 'items')
  return [`## ${name}: ${title}`, description, ...inputs, `Answers: ${answers.join(', ')}`].join('\n')
}

it('[§4.11.tools, §4.5.replay, §4.10.replay, D2.1, D5.1, D23.3] what a model reads of each tool is as it was reviewed (update with -u)', async () => {
  const { tools }: { tools: Listed[] } = (await mcpRequest(server, 'tools/list')).json.result
  const words = `${tools.map(wordsOf).join('\n\n')}\n`
  await expect(words).toMatchFileSnapshot(join(ROOT, 'test/tools/__snapshots__/tools.txt'))
})
