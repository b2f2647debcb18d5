import { expect, it } from 'vitest'
import { skillsOf } from '../../src/documents/index.ts'
import { arazzoDocument } from '../../src/documents/workflows.ts'
import { allTools } from '../../tools/index.ts'

const document = arazzoDocument(allTools)

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

it.each(['create_project', 'create_block_stub', 'get_auth_me', 'search_fabric_catalog'])(
  'the server does not start if a workflow names an operation of %s that is gone',
  (name) => {
    const others = allTools.filter((tool) => tool.name !== name)
    expect(() => skillsOf(others, 'https://agents.example.com')).toThrow(/no operation/)
  },
)
