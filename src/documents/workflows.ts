import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import * as z from 'zod'
import { API_PREFIX } from '../core/contract.ts'
import { capitalized } from '../core/text.ts'
import type { Tool } from '../core/tool.ts'
import { operationOf } from './operations.ts'
import { skillDocument } from './published.ts'
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

/** A workflow as a SKILL.md, for models that follow it by hand. */
export interface Skill {
  readonly name: string
  readonly description: string
  readonly body: string
}

function stepLine(tools: readonly Tool[], baseUrl: string, each: z.output<typeof step>): string {
  const { tool, operation } = operationOf(tools, each.operationId)
  const fixed = Object.entries(operation.fixed).map(([name, value]) => ` with \`${name}: ${value}\``)
  const overMcp = tool.isRestOnly ? '' : `; MCP tool \`${tool.name}\`${fixed.join()}`
  const fields = each.requestBody
    ? Object.keys(each.requestBody.payload)
    : each.parameters.flatMap(({ name }) => name ?? [])
  const sent = fields.length > 0 ? `; send ${fields.map((field) => `\`${field}\``).join(', ')}` : ''
  return `${each.description} \`${operation.method} ${baseUrl}${API_PREFIX}${operation.path}\`${overMcp}${sent}.`
}

/** `start-block` → `Start a block` */
const titleOf = (id: string) => capitalized(id).replace('-', ' a ')

/** Throws if a workflow names an operation that does not exist. */
export function skillsOf(tools: readonly Tool[], baseUrl: string): Skill[] {
  return workflows.map(({ workflowId, summary, description: when, steps }) => {
    const description = `${summary} ${when}`
    const body = filledText('skill.md', {
      name: workflowId,
      description: JSON.stringify(description),
      title: titleOf(workflowId),
      steps: steps.map((each, index) => `${index + 1}. ${stepLine(tools, baseUrl, each)}`).join('\n'),
      baseUrl,
    })
    return { name: workflowId, description, body }
  })
}

/** The index of agent-skills discovery 0.2.0; each digest is of the bytes that are served. */
export function skillsIndex(skills: readonly Skill[], baseUrl: string) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skills.map(({ name, description, body }) => ({
      name,
      type: 'skill-md',
      description,
      url: `${baseUrl}${skillDocument(name).path}`,
      digest: `sha256:${createHash('sha256').update(body).digest('hex')}`,
    })),
  }
}
