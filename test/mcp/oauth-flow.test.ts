import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { MODERN_VERSION } from '../helpers/mcp.ts'
import { Person } from './person.ts'
import { startSignedInServer } from './signed-in-server.ts'

const running = await startSignedInServer()
afterAll(() => running.close())

const endpoint = () => new URL(`${running.server.baseUrl}/mcp`)

async function connectModern(person: Person, mode: 'legacy' | { pin: string }) {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const transport = new ModernTransport(endpoint(), { authProvider: person })
  await client.connect(transport)
  return {
    call: (name: string, args = {}) => client.callTool({ name, arguments: args }),
    finish: (callback: URLSearchParams) => transport.finishAuth(callback),
    close: () => client.close(),
  }
}

async function connectOlder(person: Person) {
  const client = new OlderClient({ name: 'test', version: '1' })
  const transport = new OlderTransport(endpoint(), { authProvider: person })
  // The older SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<OlderClient['connect']>[0])
  return {
    call: (name: string, args = {}) => client.callTool({ name, arguments: args }),
    finish: (callback: URLSearchParams) => transport.finishAuth(callback.get('code') ?? ''),
    close: () => client.close(),
  }
}

const CLIENTS = [
  ['current SDK on 2026-07-28', (person: Person) => connectModern(person, { pin: MODERN_VERSION })],
  ['current SDK with initialize', (person: Person) => connectModern(person, 'legacy')],
  ['older SDK', connectOlder],
] as const

describe.each(CLIENTS)('%s', (_, connect) => {
  it('[§4.11.access, §5.1, §5.2, D25.4, D27.1, D33.2, D37.1] signs in in the middle of a conversation, stays signed in, and is one person', async () => {
    const { server, issuer } = running
    const person = new Person('user_demo')
    const client = await connect(person)
    const browsed = await client.call('browse_supplies', { category: 'rulers' })
    expect(browsed.isError).toBeUndefined()
    expect(person.asked).toEqual([])

    await expect(client.call('list_my_projects')).rejects.toThrow(/unauthorized/i)
    const [asked] = person.asked
    expect(asked?.origin).toBe(issuer)
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      resource: `${server.baseUrl}/mcp`,
      code_challenge_method: 'S256',
      client_id: person.client?.client_id,
    })

    await client.finish(await person.signIn())
    expect(await client.call('list_my_projects', { query: 'Harvest' })).toMatchObject({
      structuredContent: { projects: [{ name: 'Harvest Table Sampler' }] },
    })

    const token = person.saved?.access_token ?? ''
    expect(decodeJwt(token)).toMatchObject({
      iss: issuer,
      aud: `${server.baseUrl}/mcp`,
      sub: 'user_demo',
      client_id: person.client?.client_id,
    })
    const me = await server.rest('/auth/me', { token })
    expect(me.json.data).toEqual({ authenticated: true, userId: 'user_demo' })

    // A token that no longer holds: the client renews it, and asks nobody.
    const refreshToken = person.saved?.refresh_token
    expect(refreshToken).toBeTypeOf('string')
    person.saveTokens({ ...person.saved, access_token: `${token}x`, token_type: 'Bearer' })
    const again = await client.call('list_my_projects', { query: 'Harvest' })
    expect(again.isError).toBeUndefined()
    expect(person.asked).toHaveLength(1)
    expect([token, `${token}x`]).not.toContain(person.saved?.access_token)
    await client.close()
  })
})

it('[§1.ownership, D37.1] two people who sign in see their own things', async () => {
  const listOf = async (user: string) => {
    const person = new Person(user)
    const client = await connectOlder(person)
    await expect(client.call('list_my_assets', { resource: 'blocks' })).rejects.toThrow(/unauthorized/i)
    await client.finish(await person.signIn())
    await client.call('create_project', { name: `made by ${user}` })
    const { structuredContent } = await client.call('list_my_projects', { query: 'made by' })
    await client.close()
    return structuredContent
  }
  expect(await listOf('user_demo')).toMatchObject({ projects: [{ name: 'made by user_demo' }] })
  expect(await listOf('user_other')).toMatchObject({ projects: [{ name: 'made by user_other' }] })
})
