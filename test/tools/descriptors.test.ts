import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { ObjectSchema } from '../../src/core/schema.ts'
import { ROOT } from '../helpers/files.ts'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

interface Listed {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ObjectSchema
  readonly outputSchema: ObjectSchema
}

const server = await startTestServer()
afterAll(() => server.close())

/** Every word of a tool that a model reads. */
function wordsOf({ name, title, description, inputSchema, outputSchema }: Listed): string {
  const inputs = Object.entries(inputSchema.properties).map(
    ([field, schema]) =>
      `- ${field}: ${schema.description}${schema.enum ? ` ${schema.enum.join(', ')}` : ''}`,
  )
  const members = [...JSON.stringify(outputSchema).matchAll(/"(\w+)":\{/g)].map(([, member]) => member)
  const answers = members.filter((member) => member !== 'properties' && member !== 'items')
  return [`## ${name}: ${title}`, description, ...inputs, `Answers: ${answers.join(', ')}`].join('\n')
}

it('[§4.11.tools] what a model reads of each tool is as it was reviewed (update with -u)', async () => {
  const { tools }: { tools: Listed[] } = (await mcpRequest(server, 'tools/list')).json.result
  const words = `${tools.map(wordsOf).join('\n\n')}\n`
  await expect(words).toMatchFileSnapshot(join(ROOT, 'test/tools/__snapshots__/tools.txt'))
})
