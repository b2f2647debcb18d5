import { expect, it } from 'vitest'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

it('[D34.4, §7.429, D36.5] a rate limit is a result, not an HTTP error, and says how long to wait', async () => {
  const env = { RATE_LIMIT_ANONYMOUS: '2/60', RATE_LIMIT_USER: '3/60', RATE_LIMIT_CREATE: '1/60' }
  const limited = await startTestServer({ env })
  const signedIn = { token: await limited.tokenOf('user_demo') }
  const say = async (tool: string, args: object, options = {}) => {
    const { status, json } = await callTool(limited, tool, { ...args }, options)
    expect(status).toBe(200)
    return json.result.isError ? json.result.content[0].text : 'ok'
  }
  const refusal = /^rate_limited: Too many requests\. Wait \d+ seconds, then try again\.$/
  try {
    const create = () => say('create_project', { name: 'x' }, signedIn)
    expect([await create(), await create()]).toEqual(['ok', expect.stringMatching(refusal)])
    const list = () => say('list_my_projects', {}, signedIn)
    expect([await list(), await list(), await list()]).toEqual(['ok', 'ok', expect.stringMatching(refusal)])
    const browse = () => say('browse_supplies', { category: 'rulers' })
    expect([await browse(), await browse(), await browse()]).toEqual([
      'ok',
      'ok',
      expect.stringMatching(refusal),
    ])
    // What is no tool call is never in the way of a client that connects.
    expect((await mcpRequest(limited, 'tools/list')).status).toBe(200)
  } finally {
    await limited.close()
  }
})

it('[D34.3, D9.4, D9.12] a defect is internal_error, says nothing of the inside and to list before a create is repeated', async () => {
  const broken = await startTestServer()
  try {
    const { kysely, close } = await broken.openAccounts()
    await kysely.schema.dropTable('project_members').execute()
    await close()
    const options = { token: await broken.tokenOf('user_demo') }
    const { status, json } = await callTool(broken, 'list_my_projects', {}, options)
    expect([status, json.result]).toEqual([
      200,
      {
        isError: true,
        content: [
          {
            type: 'text',
            text: 'internal_error: Something went wrong on our side. Try again later. Before you repeat a create, list first.',
          },
        ],
      },
    ])
  } finally {
    await broken.close()
  }
})

it('[D36.2, D33.2, D34.4, D9.12] calls that ask for a sign-in count for the address; what they say is not logged', async () => {
  const logged: string[] = []
  const record = (fields: object, message: string) => void logged.push(JSON.stringify([fields, message]))
  const log = { info: record, warn: record, error: record }
  const limited = await startTestServer({ log, env: { RATE_LIMIT_ANONYMOUS: '2/60' } })
  const call = () => callTool(limited, 'list_my_projects')
  expect([(await call()).status, (await call()).status]).toEqual([401, 401])
  const { status, json } = await call()
  expect([status, json.result.isError]).toEqual([200, true])
  expect(json.result.content[0].text).toMatch(/^rate_limited: /)

  await mcpRequest(limited, 'tools/call', { name: 'secret-name' }, { version: MODERN_VERSION })
  await callTool(limited, 'secret-tool', { note: 'secret-argument' }, { headers: { 'mcp-name': 'other' } })
  await mcpRequest(limited, 'secret/method', {}, { version: '1999-01-01' })
  expect(logged.filter((line) => line.includes('secret'))).toEqual([])
  expect(logged.some((line) => line.includes('refused'))).toBe(true)
  await limited.close()
})
