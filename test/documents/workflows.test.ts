import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { skillsOf } from '../../src/documents/index.ts'
import { allTools, tools } from '../../tools/index.ts'
import { ROOT } from '../helpers/files.ts'

const { workflows, components } = parse(readFileSync(join(ROOT, 'data/workflows.yaml'), 'utf8'))

it('[§4.5.name] the inputs of the workflows have the bounds of the operations', () => {
  const { query } = tools.searchFabricCatalog.inputSchema.properties
  const block = tools.createBlockStub.inputSchema.properties
  const { name } = tools.createProject.inputSchema.properties
  const token = { $ref: '#/components/inputs/token' }
  expect(workflows.map(({ inputs }: { inputs: { properties: unknown } }) => inputs.properties)).toEqual([
    { token, projectName: name },
    {
      token,
      blockName: name,
      widthInches: block['finishedWidthInches'],
      heightInches: block['finishedHeightInches'],
    },
    { token, projectName: name, blockName: name, fabricQuery: query },
  ])
})

it('[D40.4] each step of a skill names what its MCP tool requires', () => {
  const steps = skillsOf(allTools, 'https://agents.example.com').flatMap(({ body }) => body.split('\n'))
  const missing = steps.flatMap((step) => {
    const tool = allTools.find(({ name }) => step.includes(`MCP tool \`${name}\``))
    return (tool?.inputSchema.required ?? []).filter((name) => !step.includes(`\`${name}`))
  })
  expect(missing).toEqual([])
  expect(steps.join()).toContain('`get_asset` with `resource: blocks`; send `id`')
})

it('[§4.5.replay] only what a rate limit refused is tried again', () => {
  expect(components.failureActions).toEqual({
    waitOutRateLimit: expect.objectContaining({
      type: 'retry',
      criteria: [{ condition: '$statusCode == 429' }],
      retryLimit: 2,
    }),
  })
})

it.each(['create_project', 'create_block_stub', 'get_auth_me', 'search_fabric_catalog'])(
  'the server does not start if a workflow names an operation of %s that is gone',
  (name) => {
    const others = allTools.filter((tool) => tool.name !== name)
    expect(() => skillsOf(others, 'https://agents.example.com')).toThrow(/no operation/)
  },
)
