import { loadConfig } from '../config/config.ts'
import { DEVELOPMENT_USERS } from '../dev/sign-in-page.ts'
import { UsageError } from './usage-error.ts'

export async function askForToken(issuer: string, resource: string, user: string): Promise<string> {
  const address = `${issuer}/access-token?${new URLSearchParams({ user, resource })}`
  const response = await fetch(address, { method: 'POST' }).catch((cause: unknown) => {
    throw new Error('no answer. Start the server first: npm start', { cause })
  })
  const text = await response.text()
  if (response.ok) return text
  throw new Error(text)
}

/** `selvage token`: prints an access token of the development sign-in, for curl. */
export async function token(user: string): Promise<void> {
  if (!DEVELOPMENT_USERS.some((name) => name === user))
    throw new UsageError(`Unknown user: ${user}. Use one of: ${DEVELOPMENT_USERS.join(', ')}.`)
  const { baseUrl, developmentProvider, oauth } = loadConfig(process.env, { serves: false })
  if (!developmentProvider) {
    throw new UsageError(
      'token works with the development sign-in only. Get a token from your identity provider.',
    )
  }
  const asked = askForToken(oauth.issuer, baseUrl, user).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `No token from ${baseUrl}: ${reason}\nPORT and BASE_URL must be those that the server was started with.`,
    )
  })
  process.stdout.write(`${await asked}\n`)
}
