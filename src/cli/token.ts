import { loadConfig } from '../config/config.ts'
import { signIn } from '../dev/headless-sign-in.ts'
import { DEVELOPMENT_USERS } from '../dev/sign-in-page.ts'
import { UsageError } from './usage-error.ts'

/** `selvage token`: prints an access token of the running server's development sign-in, for curl. */
export async function token(user: string): Promise<void> {
  const config = loadConfig(process.env, { serves: false })
  if (!config.developmentProvider) {
    throw new UsageError(
      'token works with the development sign-in only. Get a token from your identity provider.',
    )
  }
  const known = DEVELOPMENT_USERS.find((name) => name === user)
  if (known === undefined)
    throw new UsageError(`Unknown user: ${user}. Use one of: ${DEVELOPMENT_USERS.join(', ')}.`)
  const signedIn = signIn(config.baseUrl, known).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `No token from ${config.baseUrl}: ${reason}\nPORT and BASE_URL must be those that the server was started with.`,
    )
  })
  process.stdout.write(`${await signedIn}\n`)
}
