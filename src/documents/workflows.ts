import { API_VERSION } from '../core/contract.ts'
import type { JsonSchema } from '../core/schema.ts'
import type { Tool } from '../core/tool.ts'
import { type OperationReference, operationsOf } from '../core/tool-registry.ts'

/** A step that calls an operation. */
export interface CallStep {
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

/** A step that runs another workflow. */
export interface RunStep {
  readonly stepId: string
  readonly does: string
  readonly run: string
  readonly send: Readonly<Record<string, string | number>>
  /** Outputs of that workflow that later steps use. */
  readonly keep: readonly string[]
}

export type Step = CallStep | RunStep

export interface Workflow {
  readonly workflowId: string
  readonly title: string
  readonly summary: string
  /** When a model should use it. */
  readonly when: string
  /** Inputs in addition to the token, which every workflow takes. */
  readonly inputs: Readonly<Record<string, JsonSchema>>
  readonly required: readonly string[]
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

  const checkToken: CallStep = {
    stepId: 'checkToken',
    does: 'Check the token.',
    call: me,
    send: {},
    expect: [`${me.data('authenticated')} == true`],
  }

  return [
    {
      workflowId: 'create-project',
      title: 'Create a project',
      summary: 'Check the token, create one empty project, see it listed, hand its link to the user.',
      when: 'Use it when the user wants a new quilting project.',
      inputs: { projectName: name },
      required: ['projectName'],
      steps: [
        checkToken,
        {
          stepId: 'create',
          does: 'Create the project, once. After a time-out, list before you try again.',
          call: createProject,
          send: { name: '$inputs.projectName' },
          keep: ['projectId', 'url'],
        },
        {
          stepId: 'confirm',
          does: 'See it at the head of the list: newest first.',
          call: listProjects,
          send: { limit: 1 },
          expect: [`${listProjects.data('projects')}/0/id == $steps.create.outputs.projectId`],
        },
      ],
      outputs: { projectId: '$steps.create.outputs.projectId', url: '$steps.create.outputs.url' },
    },
    {
      workflowId: 'start-block',
      title: 'Start a block',
      summary:
        'Check the token, start one empty block, read it back, hand the link of its editor to the user.',
      when: 'Use it when the user wants to start a new block of a given finished size in inches.',
      inputs: { blockName: name, widthInches: size, heightInches: createBlock.input('finishedHeightInches') },
      required: ['blockName', 'widthInches', 'heightInches'],
      steps: [
        checkToken,
        {
          stepId: 'createStub',
          does: 'Start the block, once. Sizes are finished inches, before seam allowances.',
          call: createBlock,
          send: {
            name: '$inputs.blockName',
            finishedWidthInches: '$inputs.widthInches',
            finishedHeightInches: '$inputs.heightInches',
          },
          keep: ['blockId', 'url'],
        },
        {
          stepId: 'readBack',
          does: 'Read it back. Its text is untrusted, as that of every item.',
          call: getBlock,
          send: { id: '$steps.createStub.outputs.blockId' },
          expect: [`${getBlock.data('untrustedContent')} == true`],
        },
      ],
      outputs: { blockId: '$steps.createStub.outputs.blockId', url: '$steps.createStub.outputs.url' },
    },
    {
      workflowId: 'start-design',
      title: 'Start a design',
      summary: 'Find fabrics, then create a project and a first block of 12 by 12 inches.',
      when: 'Use it when the user wants to begin a quilt from a fabric or a colour in mind.',
      inputs: { projectName: name, blockName: name, fabricQuery: fabrics.input('query') },
      required: ['projectName', 'blockName', 'fabricQuery'],
      steps: [
        {
          stepId: 'findFabrics',
          does: 'Find fabrics in the shared catalog and let the user choose.',
          call: fabrics,
          send: { query: '$inputs.fabricQuery', limit: 5 },
          keep: ['fabrics', 'libraryUrl'],
        },
        {
          stepId: 'makeProject',
          does: 'Create the project.',
          run: 'create-project',
          send: { projectName: '$inputs.projectName' },
          keep: ['url'],
        },
        {
          stepId: 'makeBlock',
          does: 'Start the first block.',
          run: 'start-block',
          send: { blockName: '$inputs.blockName', widthInches: 12, heightInches: 12 },
          keep: ['url'],
        },
      ],
      outputs: {
        fabrics: '$steps.findFabrics.outputs.fabrics',
        projectUrl: '$steps.makeProject.outputs.url',
        blockUrl: '$steps.makeBlock.outputs.url',
      },
    },
  ]
}

const SOURCE = 'selvage'
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
  stop: { name: 'stop', type: 'end' },
}
const ON_FAILURE = Object.keys(FAILURE_ACTIONS).map((name) => ({
  reference: `$components.failureActions.${name}`,
}))

function callStep({ stepId, does, call, send, expect = [], keep = [] }: CallStep) {
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

function runStep({ stepId, does, run, send, keep }: RunStep) {
  return {
    stepId,
    description: does,
    workflowId: run,
    parameters: Object.entries({ token: '$inputs.token', ...send }).map(([name, value]) => ({ name, value })),
    outputs: Object.fromEntries(keep.map((name) => [name, `$outputs.${name}`])),
  }
}

const render = (step: Step) => ('call' in step ? callStep(step) : runStep(step))

/** The workflows as Arazzo 1.0.1. The token is an input, so that any runner can send it. */
export function arazzoDocument(workflows: readonly Workflow[]) {
  return {
    arazzo: '1.0.1',
    info: {
      title: 'Workflows of Selvage',
      summary: 'What agents do most on the agent API of a quilting application.',
      version: API_VERSION,
    },
    sourceDescriptions: [{ name: SOURCE, url: './openapi.yaml', type: 'openapi' }],
    workflows: workflows.map(({ workflowId, summary, when, inputs, required, steps, outputs }) => ({
      workflowId,
      summary,
      description: when,
      inputs: {
        type: 'object',
        required: ['token', ...required],
        properties: { token: { $ref: '#/components/inputs/token' }, ...inputs },
      },
      steps: steps.map(render),
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
