import { API_VERSION } from '../core/contract.ts'
import type { JsonSchema } from '../core/schema.ts'
import type { Tool } from '../core/tool.ts'
import { type OperationReference, operationsOf } from './operations.ts'

/** A step of a workflow: one call of an operation. */
export interface Step {
  readonly stepId: string
  /** For people and models that follow the steps by hand. */
  readonly does: string
  readonly call: OperationReference
  /** Input fields as runtime expressions or constants. */
  readonly send: Readonly<Record<string, string | number>>
  /** Conditions in addition to the status. */
  readonly expect?: readonly string[]
  /** Members of `data` that later steps use, by name. */
  readonly keep?: readonly string[]
}

export interface Workflow {
  readonly workflowId: string
  readonly title: string
  readonly summary: string
  /** When a model should use it. */
  readonly when: string
  /** Inputs, all required, in addition to the token, which every workflow takes. */
  readonly inputs: Readonly<Record<string, JsonSchema>>
  readonly steps: readonly Step[]
  readonly outputs: Readonly<Record<string, string>>
}

/** The three workflows (§1), made from operations of the registry. */
export function workflowsOf(tools: readonly Tool[]): readonly Workflow[] {
  const operation = operationsOf(tools)
  const me = operation('getAuthMe')
  const createProject = operation('createProject')
  const listProjects = operation('listProjects')
  const createBlock = operation('createBlock')
  const getBlock = operation('getBlock')
  const fabrics = operation('searchFabricCatalog')
  const name = createProject.input('name')
  const size = createBlock.input('finishedWidthInches')

  const checkToken: Step = {
    stepId: 'checkToken',
    does: 'Check the token.',
    call: me,
    send: {},
    expect: [`${me.data('authenticated')} == true`],
  }
  const makeProject: Step = {
    stepId: 'makeProject',
    does: 'Create the project, once. After a time-out, list before you try again.',
    call: createProject,
    send: { name: '$inputs.projectName' },
    keep: ['projectId', 'url'],
  }
  /** @param width in finished inches, as is `height`: a constant or a runtime expression. */
  const makeBlock = (width: string | number, height: string | number): Step => ({
    stepId: 'makeBlock',
    does: 'Start the block, once. Sizes are finished inches, before seam allowances.',
    call: createBlock,
    send: { name: '$inputs.blockName', finishedWidthInches: width, finishedHeightInches: height },
    keep: ['blockId', 'url'],
  })

  return [
    {
      workflowId: 'create-project',
      title: 'Create a project',
      summary: 'Check the token, create one empty project, see it listed, hand its link to the user.',
      when: 'Use it when the user wants a new quilting project.',
      inputs: { projectName: name },
      steps: [
        checkToken,
        makeProject,
        {
          stepId: 'confirm',
          does: 'See it at the head of the list: newest first.',
          call: listProjects,
          send: { limit: 1 },
          expect: [`${listProjects.data('projects')}/0/id == $steps.makeProject.outputs.projectId`],
        },
      ],
      outputs: { projectId: '$steps.makeProject.outputs.projectId', url: '$steps.makeProject.outputs.url' },
    },
    {
      workflowId: 'start-block',
      title: 'Start a block',
      summary:
        'Check the token, start one empty block, read it back, hand the link of its editor to the user.',
      when: 'Use it when the user wants to start a new block of a given finished size in inches.',
      inputs: { blockName: name, widthInches: size, heightInches: createBlock.input('finishedHeightInches') },
      steps: [
        checkToken,
        makeBlock('$inputs.widthInches', '$inputs.heightInches'),
        {
          stepId: 'readBack',
          does: 'Read it back. Its text is untrusted, as that of every item.',
          call: getBlock,
          send: { id: '$steps.makeBlock.outputs.blockId' },
          expect: [`${getBlock.data('untrustedContent')} == true`],
        },
      ],
      outputs: { blockId: '$steps.makeBlock.outputs.blockId', url: '$steps.makeBlock.outputs.url' },
    },
    {
      workflowId: 'start-design',
      title: 'Start a design',
      summary: 'Find fabrics, then create a project and a first block of 12 by 12 inches.',
      when: 'Use it when the user wants to begin a quilt from a fabric or a colour in mind.',
      inputs: { projectName: name, blockName: name, fabricQuery: fabrics.input('query') },
      steps: [
        checkToken,
        {
          stepId: 'findFabrics',
          does: 'Find fabrics in the shared catalog and let the user choose.',
          call: fabrics,
          send: { query: '$inputs.fabricQuery', limit: 5 },
          keep: ['fabrics', 'libraryUrl'],
        },
        makeProject,
        makeBlock(12, 12),
      ],
      outputs: {
        fabrics: '$steps.findFabrics.outputs.fabrics',
        projectUrl: '$steps.makeProject.outputs.url',
        blockUrl: '$steps.makeBlock.outputs.url',
      },
    },
  ]
}

const BEARER = [{ reference: '$components.parameters.bearer' }]

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
const ON_FAILURE = [{ reference: '$components.failureActions.waitOutRateLimit' }]

/** Throws if the operation does not have a field that the step sends or keeps. */
function rendered({ stepId, does, call, send, expect = [], keep = [] }: Step) {
  const { operationId, operation } = call
  for (const field of Object.keys(send)) call.input(field)
  const bearer = call.tool.auth === 'bearer' ? BEARER : []
  const body = { contentType: 'application/json', payload: send }
  const fields = Object.entries(send).map(([name, value]) => ({
    name,
    in: operation.path.includes(`{${name}}`) ? 'path' : 'query',
    value,
  }))
  return {
    stepId,
    description: does,
    operationId,
    ...(operation.method === 'POST'
      ? { parameters: bearer, requestBody: body }
      : { parameters: [...bearer, ...fields] }),
    successCriteria: [
      { condition: `$statusCode == ${operation.status}` },
      ...expect.map((condition) => ({ condition })),
    ],
    onFailure: ON_FAILURE,
    ...(keep.length > 0
      ? { outputs: Object.fromEntries(keep.map((field) => [field, call.data(field)])) }
      : {}),
  }
}

/** The workflows as Arazzo 1.0.1. The token is an input, so that any runner can send it. */
export function arazzoDocument(workflows: readonly Workflow[]) {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Workflows of Selvage',
      summary: 'What agents do most on the agent API of a quilting application.',
      version: API_VERSION,
    },
    sourceDescriptions: [{ name: 'selvage', url: './openapi.yaml', type: 'openapi' }],
    workflows: workflows.map(({ workflowId, summary, when, inputs, steps, outputs }) => ({
      workflowId,
      summary,
      description: when,
      inputs: {
        type: 'object',
        required: ['token', ...Object.keys(inputs)],
        properties: { token: { $ref: '#/components/inputs/token' }, ...inputs },
      },
      steps: steps.map(rendered),
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
