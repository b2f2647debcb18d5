import { loadConfig } from '../config/config.ts'
import { DEVELOPMENT_USERS } from '../dev/sign-in-page.ts'
import { UsageError } from './usage-error.ts'

/** Asks the development sign-in for a token of `user` that `baseUrl` accepts. */
export async function askForToken(issuer: string, baseUrl: string, user: string): Promise<string> {
  const noToken = (reason: string, cause?: unknown) => {
    const advice = 'PORT and BASE_URL must be those that the server was started with.'
    return new Error(`No token from ${baseUrl}: ${reason}\n${advice}`, { cause })
  }
  const address = `${issuer}/access-token?${new URLSearchParams({ user, resource: baseUrl })}`
  const response = await fetch(address, { method: 'POST' }).catch((cause: unknown) => {
    throw noToken('no answer. Start the server first: npm start', cause)
  })
  const text = await response.text()
  if (!response.ok) throw noToken(text)
  return text
}

/** `selvage token`: prints an access token of the development sign-in, for curl. */
export async function token(user: string): Promise<void> {
  if (!DEVELOPMENT_USERS.has(user))
    throw new UsageError(`Unknown user: ${user}. Use one of: ${[...DEVELOPMENT_USERS.keys()].join(', ')}.`)
  const { baseUrl, developmentProvider, oauth } = loadConfig(process.env, { serves: false })
  if (!developmentProvider)
    throw new UsageError(
      'token works with the development sign-in only. Get a token from your identity provider.',
    )
  process.stdout.write(`${await askForToken(oauth.issuer, baseUrl, user)}\n`)
}
