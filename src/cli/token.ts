import { loadConfig, UsageError } from '../config/config.ts'

export async function token(user = 'user_demo'): Promise<void> {
  const { baseUrl, developmentProvider, oauth } = loadConfig(process.env, { servesHttp: false })
  if (!developmentProvider)
    throw new UsageError(
      'token works with the development sign-in only. Get a token from your identity provider.',
    )
  const query = new URLSearchParams({ user, resource: baseUrl })
  const response = await fetch(`${oauth.issuer}/access-token?${query}`, { method: 'POST' }).catch((cause) => {
    const advice = 'Start the server first (npm start), with the same PORT and BASE_URL.'
    throw new Error(`No answer from ${oauth.issuer}. ${advice}`, { cause })
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`No token of ${user} for ${baseUrl}: ${text}`)
  process.stdout.write(`${text}\n`)
}
