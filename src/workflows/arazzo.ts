import { API_VERSION } from '../core/contract.ts'
import type { CallStep, RunStep, Step, Workflow } from './workflows.ts'

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
