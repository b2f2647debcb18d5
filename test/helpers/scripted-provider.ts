import { serveLocally } from './local-server.ts'

export interface ScriptedAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A provider whose documents a test writes; the rest is 404. Bodies of text or bytes are sent as they are. */
export async function startScriptedProvider(
  script: (url: string) => Readonly<Record<string, ScriptedAnswer>>,
) {
  const asked: string[] = []
  const { url, close } = await serveLocally((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const { status = 200, headers = {}, body = {} } = script(url)[path] ?? { status: 404 }
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
  })
  return {
    url,
    /** The paths asked for, in order. */
    asked,
    close,
  }
}
