import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createCookieSealer } from '../../src/auth/session.ts'
import { SILENT } from '../../src/core/logger.ts'
import { stopClock } from '../helpers/clock.ts'
import { openBrowser } from '../helpers/headless-browser.ts'
import { startIssuer } from '../helpers/issuer.ts'
import { serveLocally } from '../helpers/local-server.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { session, WEB_APP } from '../helpers/session.ts'
import { startSignedInServer } from '../mcp/signed-in-server.ts'
import { startPages } from './signed-in.ts'

const SECRET = 'one-secret-of-all-instances'

const running = await startSignedInServer({ CURSOR_SECRETS: SECRET })
const server = running.server

type Browser = ReturnType<typeof openBrowser>

/** Goes to a page, signs in as a user on the provider's page, and ends where that leads. */
async function signIn(browser: Browser, path: string, user: string) {
  const asked = await browser.open(new URL(path, server.baseUrl))
  const [, start = ''] = /href="([^"]*\/sign-in\/start[^"]*)"/.exec(asked.text) ?? []
  const provider = await browser.open(new URL(start.replaceAll('&#38;', '&'), asked.url))
  expect(provider.url.origin).toBe(running.issuer)
  return browser.press(provider, user)
}

it('[D37.1] one click leads back to the page that was asked for, and signing out ends it, from our pages only', async () => {
  const browser = openBrowser()
  const path = '/editor/blocks/blk_yDC-D7w2KMJJkUMTLIbBrH?view=1'
  const { url, status, text } = await signIn(browser, path, 'user_demo')
  expect([`${url.pathname}${url.search}`, status, text.includes('Bear')]).toEqual([path, 200, true])
  expect(browser.cookies(server.baseUrl)).toContain('selvage-session')

  const work = async () => (await browser.visit(new URL('/projects', server.baseUrl))).status
  const signOut = async (origin: string) => {
    const out = new URL('/sign-out', server.baseUrl)
    const { status, headers } = await browser.visit(out, { method: 'POST', headers: { origin } })
    return [status, headers.get('location'), await work()]
  }
  expect(await signOut('https://evil.example')).toEqual([403, null, 200])
  // Another site sends no session along; it must not end one all the same.
  const foreign = { method: 'POST', headers: { origin: 'https://evil.example' } }
  expect((await server.request('/sign-out', foreign)).status).toBe(403)
  expect(await signOut(server.baseUrl)).toEqual([303, '/', 303])
})

describe('with several instances, or after a restart in the middle of a sign-in', () => {
  const another = (secret: string, log = SILENT) =>
    startTestServer({
      log,
      env: { BASE_URL: server.baseUrl, OAUTH_ISSUER: running.issuer, CURSOR_SECRETS: secret },
    })
  const backAt =
    ({ port }: TestServer) =>
    (url: URL) =>
      url.pathname === '/sign-in/callback'
        ? new URL(url.href.replace(server.baseUrl, `http://127.0.0.1:${port}`))
        : url

  it('[D30.5] one finishes what another began, and the answer of the provider counts once', async () => {
    const other = await another(SECRET)
    const callbacks: URL[] = []
    let reach = backAt(other)
    const browser = openBrowser((url) => {
      if (url.pathname === '/sign-in/callback') callbacks.push(url)
      return reach(url)
    })
    const { url: end, text } = await signIn(browser, '/projects', 'user_demo')
    expect([end.pathname, text.includes('Harvest Table Sampler')]).toEqual(['/projects', true])
    const [callback] = callbacks
    if (callback === undefined) throw new Error('the provider sent nobody back')
    expect(browser.cookies(server.baseUrl)).toContain('selvage-sign-in')
    for (const instance of [reach, (url: URL) => url]) {
      reach = instance
      const again = await browser.visit(callback)
      expect([again.status, again.headers.get('set-cookie')]).toEqual([400, null])
    }
  })

  it('the log says why one cannot', async () => {
    const said: object[] = []
    const warn = (fields: object) => said.push(fields)
    const other = await another('a-secret-of-its-own', { ...SILENT, warn })
    const { status } = await signIn(openBrowser(backAt(other)), '/projects', 'user_demo')
    expect(status).toBe(400)
    expect(said).toContainEqual({ message: 'no sign-in was begun in this browser' })
  })
})

it('[D29.2] a provider whose registration hangs is given up after two seconds', {
  timeout: 5_000,
}, async () => {
  const issuer = await startIssuer()
  const silent = await serveLocally(() => {})
  issuer.state.metadata = { registration_endpoint: `${silent.url}/register` }
  const pages = await startPages({ issuer })
  const { status } = await pages.request('/sign-in/start')
  expect(status).toBe(503)
})

it('[D37.1] a provider whose page is no web page is not opened', async () => {
  const issuer = await startIssuer()
  issuer.state.metadata = { authorization_endpoint: 'javascript:alert(1)' }
  const pages = await startPages({ issuer, env: { WEB_CLIENT_ID: 'pages' } })
  const { status, headers } = await pages.request('/sign-in/start')
  expect([status, headers.get('location')]).toEqual([503, null])
})

describe('the way to the provider', () => {
  const start = async () => {
    const browser = openBrowser()
    const response = await browser.visit(new URL('/sign-in/start?back=/projects', server.baseUrl))
    return { browser, response, url: new URL(response.headers.get('location') ?? '') }
  }

  it('is a code with PKCE, state and nonce, for this server, in a cookie that scripts cannot read', async () => {
    const { url, response } = await start()
    expect(response.headers.get('set-cookie')).toMatch(
      /^selvage-sign-in=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
    )
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(url.searchParams)
    expect([state, nonce, challenge].every((value) => (value ?? '').length >= 43)).toBe(true)
    expect(rest).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid',
      resource: server.baseUrl,
      redirect_uri: `${server.baseUrl}/sign-in/callback`,
    })
  })

  it.each([undefined, 'pages'])(
    'over https, names the pages by their client (%s) or the address of their metadata, and keeps cookies to this host',
    async (client) => {
      const own = client === undefined ? {} : { WEB_CLIENT_ID: client }
      const base = 'https://quilts.example'
      const pages = await startPages({ env: { BASE_URL: base, OAUTH_ISSUER: running.issuer, ...own } })
      const { headers } = await pages.request('/sign-in/start')
      expect(headers.get('set-cookie')).toMatch(/^__Host-selvage-sign-in=.*; Secure$/)
      const { searchParams } = new URL(headers.get('location') ?? '')
      const callback = `${base}/sign-in/callback`
      const metadata = `${base}/.well-known/oauth-client`
      expect(searchParams.get('redirect_uri')).toBe(callback)
      expect(searchParams.get('client_id')).toBe(client ?? metadata)
      const published = { client_id: metadata, redirect_uris: [callback], token_endpoint_auth_method: 'none' }
      expect((await pages.request('/.well-known/oauth-client')).json).toMatchObject(published)
    },
  )

  it('does not end well without its state, after a refusal, or in another browser', async () => {
    const { browser, url } = await start()
    const ends = ['?code=x&state=other', '?code=x', '?error=access_denied', '']
    const own = `?code=x&state=${url.searchParams.get('state')}`
    for (const search of [...ends, own]) {
      const asking = search === own ? openBrowser() : browser
      const answer = await asking.open(new URL(`/sign-in/callback${search}`, server.baseUrl))
      expect([search, answer.status]).toEqual([search, 400])
      expect(answer.text).toContain('That sign-in did not work')
      expect(asking.cookies(server.baseUrl)).not.toContain('selvage-session')
    }
  })
})

it('[D30.1] the session of an identity provider signs in to the pages where it is configured', async () => {
  const env = { SESSION_COOKIE_NAME: '__session', SESSION_AUTHORIZED_PARTIES: WEB_APP }
  const pages = await startPages({ env })
  const cookie = `__session=${await session(pages.issuer, { sub: 'user_demo' })}`
  const { status, text } = await pages.request('/projects', { headers: { cookie } })
  expect([status, text.includes('Harvest Table Sampler')]).toEqual([200, true])
  expect((await pages.request('/projects', { headers: { cookie: '__session=x' } })).status).toBe(303)
})

it('a sealed cookie opens with an older secret, not with another, not for another use, not after its time', async () => {
  const clock = stopClock()
  const facts = z.object({ userId: z.string() })
  const cookieOf = (secrets: [string, ...string[]], name = 'session') =>
    createCookieSealer(secrets, true)(name, 60, facts)
  const old = cookieOf(['old'])
  const mine = (await old.seal({ userId: 'me' })).split(/[=;]/)[1] ?? ''
  expect(await cookieOf(['new', 'old']).open(mine)).toEqual({ userId: 'me' })
  expect(await cookieOf(['new']).open(mine)).toBeUndefined()
  expect(await cookieOf(['old'], 'sign-in').open(mine)).toBeUndefined()
  clock.pass(61)
  expect(await old.open(mine)).toBeUndefined()
  clock.resume()
})
