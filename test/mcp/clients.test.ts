import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { MODERN_VERSION } from '../helpers/mcp.ts'
import { TOOL_COUNT } from '../helpers/tool-count.ts'
import { Person } from './person.ts'
import { startSignedInServer } from './signed-in-server.ts'

const { server, issuer } = await startSignedInServer()

const endpoint = new URL(`${server.baseUrl}/mcp`)

async function connectModern(person: Person, mode: VersionNegotiationMode) {
  const client = new ModernClient({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  const transport = new ModernTransport(endpoint, { authProvider: person })
  await client.connect(transport)
  return { client, finish: (callback: URLSearchParams) => transport.finishAuth(callback) }
}

async function connectOlder(person: Person) {
  const client = new OlderClient({ name: 'test', version: '1' })
  const transport = new OlderTransport(endpoint, { authProvider: person })
  // The older SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<OlderClient['connect']>[0])
  return {
    client,
    finish: (callback: URLSearchParams) => transport.finishAuth(callback.get('code') ?? ''),
  }
}

/** Every way in which a client of today comes to know this server. */
describe.each([
  ['current SDK pinned to 2026-07-28', (person: Person) => connectModern(person, { pin: MODERN_VERSION })],
  ['current SDK finding out', (person: Person) => connectModern(person, 'auto')],
  ['current SDK with initialize', (person: Person) => connectModern(person, 'legacy')],
  ['older SDK', connectOlder],
])('%s', (_, connect) => {
  it('[§4.11.tools, §4.11.access, §5.1, §5.2, §5.4, D25.4, D27.1, D32.1, D33.1, D33.2, D34.1, D37.1] signs in in the middle of a conversation, stays signed in, and is one person', async () => {
    const person = new Person('user_demo')
    const { client, finish } = await connect(person)
    const call = (name: string, args: Record<string, unknown> = {}) =>
      client.callTool({ name, arguments: args })
    expect(client.getServerVersion()).toMatchObject({ title: 'Selvage', version: '1.0.0' })
    // Clients check results against the output schemas that they listed.
    expect((await client.listTools()).tools).toHaveLength(TOOL_COUNT)
    expect(await call('search_fabric_catalog', { query: 'kona mustard' })).toMatchObject({
      structuredContent: { fabrics: [{ sku: 'K001-1240' }] },
    })
    expect(person.asked).toEqual([])

    await expect(call('list_my_projects')).rejects.toThrow(/unauthorized/i)
    const [asked] = person.asked
    expect(asked?.origin).toBe(issuer)
    expect(Object.fromEntries(asked?.searchParams ?? [])).toMatchObject({
      resource: endpoint.href,
      code_challenge_method: 'S256',
      client_id: person.client?.client_id,
    })

    await finish(await person.signIn())
    expect(await call('create_project', { name: 'From a client' })).toMatchObject({
      structuredContent: { name: 'From a client' },
    })
    const token = person.saved?.access_token ?? ''
    expect(decodeJwt(token)).toMatchObject({
      iss: issuer,
      aud: endpoint.href,
      sub: 'user_demo',
      client_id: person.client?.client_id,
    })
    const me = await server.rest('/auth/me', { token })
    expect(me.json.data).toEqual({ authenticated: true, userId: 'user_demo' })

    // A token that no longer holds: the client renews it, and asks nobody.
    expect(person.saved?.refresh_token).toBeTypeOf('string')
    person.saveTokens({ ...person.saved, access_token: `${token}x`, token_type: 'Bearer' })
    expect(await call('list_my_projects', { query: 'Harvest' })).toMatchObject({
      structuredContent: { projects: [{ name: 'Harvest Table Sampler' }] },
    })
    expect(person.asked).toHaveLength(1)
    expect([token, `${token}x`]).not.toContain(person.saved?.access_token)
    await client.close()
  })
})
