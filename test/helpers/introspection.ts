import { text } from 'node:stream/consumers'
import { startIssuer } from './issuer.ts'
import { serveLocally } from './local-server.ts'
import { startTestServer, type TestServerOptions } from './server.ts'

type Environment = Readonly<Record<string, string>>

interface Asked {
  readonly authorization: string | undefined
  readonly form: Readonly<Record<string, string>>
}

/** An introspection endpoint (RFC 7662) that gives the `answers` of a test. */
export async function startIntrospection() {
  const state = {
    /** By token; every other token is inactive. A string is sent as it is. */
    answers: new Map<string, Readonly<Record<string, unknown>> | string>(),
    status: 200,
    asked: [] as Asked[],
  }
  const { url, close } = await serveLocally(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    state.asked.push({ authorization: request.headers.authorization, form })
    const answer = state.answers.get(form['token'] ?? '') ?? { active: false }
    response
      .writeHead(state.status, { 'content-type': 'application/json' })
      .end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  return { url: `${url}/introspect`, state, close }
}

/** A server that asks such an endpoint about tokens. */
export async function startIntrospectedServer({ env, ...options }: TestServerOptions & { env: Environment }) {
  const issuer = await startIssuer()
  const endpoint = await startIntrospection()
  issuer.state.metadata = { introspection_endpoint: endpoint.url }
  const profile = { OAUTH_TOKEN_PROFILE: 'introspection', OAUTH_CLIENT_ID: 'selvage' }
  const server = await startTestServer({ ...options, issuer, env: { ...profile, ...env } })
  return {
    issuer,
    endpoint,
    server,
    async close() {
      await server.close()
      await endpoint.close()
      await issuer.close()
    },
  }
}
