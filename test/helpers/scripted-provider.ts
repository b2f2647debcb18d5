import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A provider whose every document is scripted; what has no answer is 404. Bodies of text or bytes go as they are. */
export async function startScriptedProvider(
  script: (url: string) => Readonly<Record<string, ScriptedAnswer>>,
) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const { status = 200, headers = {}, body = {} } = script(url)[path] ?? { status: 404 }
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    /** The paths asked for, in order. */
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
