import { API_VERSION } from '../core/contract.ts'
import type { Tool } from '../core/tool.ts'
import { operationOf } from './operations.ts'

/** A step of a workflow: one call of an operation. */
export interface Step {
  readonly stepId: string
  /** For people and models that follow the steps by hand. */
  readonly does: string
  readonly operationId: string
  /** Input fields as runtime expressions or constants. */
  readonly send: Readonly<Record<string, string | number>>
  /** A condition in addition to the status. */
  readonly expect?: string
  /** Members of `data` that later steps use. */
  readonly keep?: readonly string[]
}

export interface Workflow {
  readonly workflowId: string
  readonly title: string
  readonly summary: string
  /** When a model should use it. */
  readonly when: string
  /** Inputs, all required, in addition to the token. Each has the schema of this field of this operation. */
  readonly inputs: Readonly<Record<string, readonly [operationId: string, field: string]>>
  readonly steps: readonly Step[]
  readonly outputs: Readonly<Record<string, string>>
}

/** The runtime expression of a member of an answer. */
const data = (member: string) => `$response.body#/data/${member}`

const CHECK_TOKEN: Step = {
  stepId: 'checkToken',
  does: 'Check the token.',
  operationId: 'getAuthMe',
  send: {},
  expect: `${data('authenticated')} == true`,
}
const MAKE_PROJECT: Step = {
  stepId: 'makeProject',
  does: 'Create the project, once. After a time-out, list before you try again.',
  operationId: 'createProject',
  send: { name: '$inputs.projectName' },
  keep: ['projectId', 'url'],
}
/** @param width in finished inches, as is `height`: a constant or a runtime expression. */
const makeBlock = (width: string | number, height: string | number): Step => ({
  stepId: 'makeBlock',
  does: 'Start the block, once. Sizes are finished inches, before seam allowances.',
  operationId: 'createBlock',
  send: { name: '$inputs.blockName', finishedWidthInches: width, finishedHeightInches: height },
  keep: ['blockId', 'url'],
})

/** The three workflows (§1). */
export const WORKFLOWS: readonly Workflow[] = [
  {
    workflowId: 'create-project',
    title: 'Create a project',
    summary: 'Check the token, create one empty project, see it listed, hand its link to the user.',
    when: 'Use it when the user wants a new quilting project.',
    inputs: { projectName: ['createProject', 'name'] },
    steps: [
      CHECK_TOKEN,
      MAKE_PROJECT,
      {
        stepId: 'confirm',
        does: 'See it at the head of the list: newest first.',
        operationId: 'listProjects',
        send: { limit: 1 },
        expect: `${data('projects')}/0/id == $steps.makeProject.outputs.projectId`,
      },
    ],
    outputs: { projectId: '$steps.makeProject.outputs.projectId', url: '$steps.makeProject.outputs.url' },
  },
  {
    workflowId: 'start-block',
    title: 'Start a block',
    summary: 'Check the token, start one empty block, read it back, hand the link of its editor to the user.',
    when: 'Use it when the user wants to start a new block of a given finished size in inches.',
    inputs: {
      blockName: ['createProject', 'name'],
      widthInches: ['createBlock', 'finishedWidthInches'],
      heightInches: ['createBlock', 'finishedHeightInches'],
    },
    steps: [
      CHECK_TOKEN,
      makeBlock('$inputs.widthInches', '$inputs.heightInches'),
      {
        stepId: 'readBack',
        does: 'Read it back. Its text is untrusted, as that of every item.',
        operationId: 'getBlock',
        send: { id: '$steps.makeBlock.outputs.blockId' },
        expect: `${data('untrustedContent')} == true`,
      },
    ],
    outputs: { blockId: '$steps.makeBlock.outputs.blockId', url: '$steps.makeBlock.outputs.url' },
  },
  {
    workflowId: 'start-design',
    title: 'Start a design',
    summary: 'Find fabrics, then create a project and a first block of 12 by 12 inches.',
    when: 'Use it when the user wants to begin a quilt from a fabric or a colour in mind.',
    inputs: {
      projectName: ['createProject', 'name'],
      blockName: ['createProject', 'name'],
      fabricQuery: ['searchFabricCatalog', 'query'],
    },
    steps: [
      CHECK_TOKEN,
      {
        stepId: 'findFabrics',
        does: 'Find fabrics in the shared catalog and let the user choose.',
        operationId: 'searchFabricCatalog',
        send: { query: '$inputs.fabricQuery', limit: 5 },
        keep: ['fabrics', 'libraryUrl'],
      },
      MAKE_PROJECT,
      makeBlock(12, 12),
    ],
    outputs: {
      fabrics: '$steps.findFabrics.outputs.fabrics',
      projectUrl: '$steps.makeProject.outputs.url',
      blockUrl: '$steps.makeBlock.outputs.url',
    },
  },
]

/** Only a rate-limited call is tried again. After any other failure, a create may have succeeded. */
const FAILURE_ACTIONS = {
  waitOutRateLimit: {
    name: 'waitOutRateLimit',
    type: 'retry',
    retryAfter: 5,
    retryLimit: 2,
    criteria: [{ condition: '$statusCode == 429' }],
  },
}

function rendered(tools: readonly Tool[], { stepId, does, operationId, send, expect, keep }: Step) {
  const { tool, operation } = operationOf(tools, operationId)
  const bearer = tool.auth === 'bearer' ? [{ reference: '$components.parameters.bearer' }] : []
  const fields = Object.entries(send).map(([name, value]) => ({
    name,
    in: operation.path.includes(`{${name}}`) ? 'path' : 'query',
    value,
  }))
  const given =
    operation.method === 'POST'
      ? { parameters: bearer, requestBody: { contentType: 'application/json', payload: send } }
      : { parameters: [...bearer, ...fields] }
  const conditions = [`$statusCode == ${operation.status}`, ...(expect === undefined ? [] : [expect])]
  return {
    stepId,
    description: does,
    operationId,
    ...given,
    successCriteria: conditions.map((condition) => ({ condition })),
    onFailure: [{ reference: '$components.failureActions.waitOutRateLimit' }],
    ...(keep && { outputs: Object.fromEntries(keep.map((member) => [member, data(member)])) }),
  }
}

/** The workflows as Arazzo 1.0.1. The token is an input, so that any runner can send it. */
export function arazzoDocument(tools: readonly Tool[]) {
  const schemaOf = ([operationId, field]: readonly [string, string]) =>
    operationOf(tools, operationId).tool.inputSchema.properties[field]
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Workflows of Selvage',
      summary: 'What agents do most on the agent API of a quilting application.',
      version: API_VERSION,
    },
    sourceDescriptions: [{ name: 'selvage', url: './openapi.yaml', type: 'openapi' }],
    workflows: WORKFLOWS.map(({ workflowId, summary, when, inputs, steps, outputs }) => ({
      workflowId,
      summary,
      description: when,
      inputs: {
        type: 'object',
        required: ['token', ...Object.keys(inputs)],
        properties: {
          token: { $ref: '#/components/inputs/token' },
          ...Object.fromEntries(Object.entries(inputs).map(([name, field]) => [name, schemaOf(field)])),
        },
      },
      steps: steps.map((step) => rendered(tools, step)),
      outputs,
    })),
    components: {
      inputs: {
        token: { type: 'string', format: 'password', description: 'OAuth access token, without Bearer.' },
      },
      parameters: { bearer: { name: 'Authorization', in: 'header', value: 'Bearer {$inputs.token}' } },
      failureActions: FAILURE_ACTIONS,
    },
  }
}
