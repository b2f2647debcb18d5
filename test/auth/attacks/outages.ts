import { startBareServer } from '../../helpers/bare-server.ts'
import type { Answer, TestServer } from '../../helpers/server.ts'
import { ok, type Row, type Verdict } from './row.ts'
import type { World } from './world.ts'

const unavailable: Verdict = { status: 503, code: 'auth_unavailable' }

type Scene = (server: TestServer, after: World['after']) => Promise<Answer>

/** Each on a server of its own that has not asked its provider for anything yet. */
const row = (number: number, attack: string, verdict: Verdict, scene: Scene): Row => ({
  row: number,
  attack,
  verdict,
  async send({ after }) {
    const server = await startBareServer()
    try {
      return await scene(server, after)
    } finally {
      await server.close()
    }
  },
})

const me = async (server: TestServer) => server.rest('/auth/me', { token: await server.tokenOf('user_demo') })

/** Rows 118 to 121: a provider that is away, or has new keys. */
export const outageRows: readonly Row[] = [
  row(118, 'metadata of a provider that was never reached', unavailable, ({ issuer, request }) => {
    issuer.state.mode = 'down'
    return request('/.well-known/oauth-authorization-server')
  }),
  row(119, 'token signed with a new key', ok, async (server, after) => {
    await me(server)
    await server.issuer.rotate('ES256', 'key-2')
    return after(2, () => me(server))
  }),
  row(120, 'provider away, keys older than their time', ok, async (server, after) => {
    await me(server)
    server.issuer.state.mode = 'down'
    return after(301, () => me(server))
  }),
  row(121, 'good token, provider away from the start', unavailable, (server) => {
    server.issuer.state.mode = 'reset'
    return me(server)
  }),
]
