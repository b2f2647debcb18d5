import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'
import { API_PREFIX } from '../core/contract.ts'
import { capitalized } from '../core/text.ts'
import type { Tool } from '../core/tool.ts'
import { filledText } from './texts.ts'

/** The three workflows (§1) as Arazzo 1.0.1, served as they are. The skills are made from them. */
export const ARAZZO = readFileSync(new URL('../../data/workflows.yaml', import.meta.url), 'utf8')

const step = z.object({
  description: z.string(),
  operationId: z.string(),
  // A parameter without a name refers to the token.
  parameters: z.array(z.object({ name: z.string().optional() })),
  requestBody: z.object({ payload: z.record(z.string(), z.unknown()) }).optional(),
})
const workflow = z.object({
  workflowId: z.string(),
  summary: z.string(),
  description: z.string(),
  steps: z.array(step),
})
const { workflows } = z.object({ workflows: z.array(workflow) }).parse(parse(ARAZZO))

function stepLine(tools: readonly Tool[], baseUrl: string, each: z.output<typeof step>) {
  const operations = tools.flatMap((tool) => tool.operations.map((own) => ({ ...tool, ...own })))
  const found = operations.find(({ operationId }) => operationId === each.operationId)
  if (found === undefined) throw new Error(`no operation ${each.operationId}`)
  const { name, isRestOnly, method, path } = found
  const fixed = Object.entries(found.fixed).map(([name, value]) => ` with \`${name}: ${value}\``)
  const overMcp = isRestOnly ? '' : `; MCP tool \`${name}\`${fixed.join()}`
  const fields = each.requestBody
    ? Object.keys(each.requestBody.payload)
    : each.parameters.flatMap(({ name }) => name ?? [])
  const sent = fields.length > 0 ? `; send ${fields.map((field) => `\`${field}\``).join(', ')}` : ''
  return `${each.description} \`${method} ${baseUrl}${API_PREFIX}${path}\`${overMcp}${sent}.`
}

/** For models that follow them by hand. Throws if one names an operation that does not exist. */
export const skillsOf = (tools: readonly Tool[], baseUrl: string) =>
  workflows.map(({ workflowId, summary, description: when, steps }) => {
    const description = `${summary} ${when}`
    const body = filledText('skill.md', {
      name: workflowId,
      description: JSON.stringify(description),
      // `Start a block`
      title: capitalized(workflowId).replace('-', ' a '),
      steps: steps.map((each, index) => `${index + 1}. ${stepLine(tools, baseUrl, each)}`).join('\n'),
      baseUrl,
    })
    return { name: workflowId, description, body }
  })

export const skillPath = (name: string): string => `/.well-known/agent-skills/${name}/SKILL.md`

/** The index of agent-skills discovery 0.2.0; each digest is of the bytes that are served. */
export const skillsIndex = (skills: ReturnType<typeof skillsOf>, baseUrl: string) => ({
  $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
  skills: skills.map(({ name, description, body }) => ({
    name,
    type: 'skill-md',
    description,
    url: `${baseUrl}${skillPath(name)}`,
    digest: `sha256:${hash('sha256', body)}`,
  })),
})
