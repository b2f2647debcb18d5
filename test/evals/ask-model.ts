import * as z from 'zod'
import type { MadeCall } from './judge.ts'

const MAX_TURNS = 12

const block = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({
    type: z.literal('tool_use'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
])
/** A block of another type, such as a model's thinking, is given back as it is. */
const other = z.looseObject({ type: z.string() }).transform(() => undefined)
const message = z.object({ content: z.array(z.unknown()) })

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string
  readonly description: string
  readonly inputSchema: unknown
}

export interface Model {
  /** Of an API that speaks Anthropic's Messages. */
  readonly baseUrl: string
  readonly key: string
  readonly name: string
}

/** What a tool answers: the text for the model, the data for the judge. */
export interface ToolAnswer {
  readonly text: string
  readonly data: unknown
  readonly isError: boolean
}

export type CallTool = (name: string, args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>

/** Lets a model do what a user asks, with our tools; returns the calls that it made and its reply. */
export async function askModel(
  model: Model,
  {
    user,
    system,
    tools,
    call,
  }: { user: string; system: string; tools: readonly ListedTool[]; call: CallTool },
): Promise<{ calls: MadeCall[]; reply: string }> {
  const offered = tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema,
  }))
  const messages: unknown[] = [{ role: 'user', content: user }]
  const calls: MadeCall[] = []
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const response = await fetch(`${model.baseUrl}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': model.key,
        'anthropic-version': '2023-06-01',
      },
      body: JSON.stringify({ model: model.name, max_tokens: 2048, system, tools: offered, messages }),
    })
    if (!response.ok) throw new Error(`the model answered ${response.status}: ${await response.text()}`)
    const { content } = message.parse(await response.json())
    messages.push({ role: 'assistant', content })
    const results: unknown[] = []
    const parts = content.flatMap((each) => z.union([block, other]).parse(each) ?? [])
    for (const part of parts) {
      if (part.type !== 'tool_use') continue
      const { text, data, isError } = await call(part.name, part.input)
      calls.push({ tool: part.name, arguments: part.input, answer: data })
      results.push({ type: 'tool_result', tool_use_id: part.id, content: text, is_error: isError })
    }
    if (results.length === 0) {
      return { calls, reply: parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') }
    }
    messages.push({ role: 'user', content: results })
  }
  return { calls, reply: '' }
}
