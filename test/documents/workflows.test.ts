import { describe, expect, it } from 'vitest'
import type { Tool } from '../../src/core/tool.ts'
import { arazzoDocument, workflowsOf } from '../../src/documents/workflows.ts'
import { allTools } from '../../tools/index.ts'

/** The registry with one tool changed. */
function changed(name: string, change: (tool: Tool) => Partial<Tool>): Tool[] {
  return allTools.map((tool) => (tool.name === name ? { ...tool, ...change(tool) } : tool))
}

const renamed = (tool: Tool, operationId: string) => ({
  operations: tool.operations.map((operation) => ({ ...operation, operationId })),
})

function without<Value>(properties: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name))
}

const document = arazzoDocument(workflowsOf(allTools))

it('is Arazzo 1.0.1 with three workflows', () => {
  expect([document.arazzo, document.info.version]).toEqual(['1.0.1', '1.0.0'])
  expect(document.workflows.map(({ workflowId }) => workflowId)).toEqual([
    'create-project',
    'start-block',
    'start-design',
  ])
})

it('[§4.5.name] takes the bounds of its inputs from the operations', () => {
  expect(document.workflows[0]?.inputs.properties).toMatchObject({
    projectName: { minLength: 1, maxLength: 120 },
  })
  expect(document.workflows[1]?.inputs.properties).toMatchObject({
    widthInches: { minimum: 0.25, maximum: 240 },
  })
})

it('[§4.5.replay] tries again only what a rate limit refused', () => {
  const actions = Object.values(document.components.failureActions)
  expect(actions).toEqual([
    expect.objectContaining({
      type: 'retry',
      criteria: [{ condition: '$statusCode == 429' }],
      retryLimit: 2,
    }),
  ])
})

describe('what is renamed breaks the documents at boot', () => {
  it.each(['create_project', 'create_block_stub', 'get_auth_me', 'search_fabric_catalog'])(
    'the operation of %s',
    (name) => {
      const registry = changed(name, (tool) => renamed(tool, 'renamedOperation'))
      expect(() => workflowsOf(registry)).toThrow(/no operation/)
    },
  )

  it('a field that a step sends', () => {
    const registry = changed('list_my_projects', ({ inputSchema }) => ({
      inputSchema: { ...inputSchema, properties: without(inputSchema.properties, 'limit') },
    }))
    expect(() => arazzoDocument(workflowsOf(registry))).toThrow('listProjects has no input limit')
  })

  it('a member of an answer that a step hands on', () => {
    const registry = changed('create_project', ({ outputSchema }) => ({
      outputSchema: { ...outputSchema, properties: without(outputSchema.properties, 'url') },
    }))
    expect(() => arazzoDocument(workflowsOf(registry))).toThrow('createProject answers no url')
  })
})
