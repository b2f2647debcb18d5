import { createInterface } from 'node:readline'

// Carries MCP messages between standard input and output and a server's URL. It keeps nothing, needs no
// package, and says on standard error what goes wrong.

const { SELVAGE_URL: url = '', SELVAGE_TOKEN: given = '' } = process.env
/** A setting that was left empty may come as its own name. */
const token = given.startsWith('${') ? '' : given
/** Longer than the slowest answer of the server; a stream may last as long as its client. */
const PATIENCE_MS = 60_000
const META = 'io.modelcontextprotocol/protocolVersion'
const INTERNAL_ERROR = -32_603

/** What `initialize` agreed on, for clients that start with it. */
let agreedVersion

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)
const fail = (id, message) => {
  process.stderr.write(`${message}\n`)
  if (id !== undefined) send({ jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } })
}

function headersOf({ method, params }) {
  const version = params?._meta?.[META] ?? (method === 'initialize' ? undefined : agreedVersion)
  const isModern = params?._meta?.[META] !== undefined
  const name = params?.name ?? params?.uri
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
    ...(version === undefined ? {} : { 'mcp-protocol-version': version }),
    ...(isModern ? { 'mcp-method': method } : {}),
    ...(isModern && typeof name === 'string'
      ? { 'mcp-name': `=?base64?${Buffer.from(name).toString('base64')}?=` }
      : {}),
  }
}

/** The messages of an event stream, one for each `data:` line; the server sends no longer events. */
async function* eventsOf(body) {
  let rest = ''
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data:')) yield JSON.parse(line.slice('data:'.length))
  }
}

/** Why there is no message in an answer, in words for the person. */
async function reasonOf(response) {
  if (response.status === 401) {
    return 'Sign-in needed: put an access token into the settings of the Selvage extension. The catalog works without one.'
  }
  const text = await response.text()
  try {
    return JSON.parse(text).error?.message ?? `The server answered ${response.status}.`
  } catch {
    return `The server answered ${response.status}.`
  }
}

async function forward(message) {
  const isStream = message.method === 'subscriptions/listen'
  const response = await fetch(url, {
    method: 'POST',
    headers: headersOf(message),
    body: JSON.stringify(message),
    redirect: 'error',
    ...(isStream ? {} : { signal: AbortSignal.timeout(PATIENCE_MS) }),
  })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream') && response.body !== null) {
    for await (const event of eventsOf(response.body)) send(event)
    return
  }
  if (response.status === 202) return
  const isMessage = type.startsWith('application/json') && response.status !== 401
  const answer = isMessage ? await response.clone().json() : undefined
  if (answer?.jsonrpc !== '2.0') return fail(message.id, await reasonOf(response))
  if (message.method === 'initialize') agreedVersion = answer.result?.protocolVersion
  send(answer)
}

/** Later messages wait for `initialize`, whose version they carry; all others go side by side. */
let initialized = Promise.resolve()

function take(line) {
  if (line.trim() === '') return
  let message
  try {
    message = JSON.parse(line)
  } catch {
    return fail(null, 'Parse error: not JSON.')
  }
  // Answers of the client to questions that this server never asks.
  if (typeof message?.method !== 'string') return
  const going = initialized
    .then(() => forward(message))
    .catch((error) => fail(message.id, `The server at ${url} cannot be reached: ${error.message}`))
  if (message.method === 'initialize') initialized = going
}

if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
  process.stderr.write(
    'Set the connector URL of the Selvage extension, such as https://selvage.example.com/mcp.\n',
  )
  process.exitCode = 2
} else {
  createInterface({ input: process.stdin }).on('line', take)
}
