import type { Answer } from './server.ts'
import { HEAD_END, openConnection, parseHead } from './wire.ts'

/**
 * One request as typed lines, for what no HTTP client agrees to send: header lines that repeat,
 * fold or lie. The connection closes after the answer.
 */
export async function rawRequest(port: number, lines: readonly string[], body = ''): Promise<Answer> {
  const [requestLine = '', ...headerLines] = lines
  const host = headerLines.some((line) => /^host:/i.test(line)) ? [] : [`Host: 127.0.0.1:${port}`]
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [requestLine, ...host, ...headerLines, ...length, 'Connection: close', '', '']
  const connection = openConnection(port)
  // Not ended: Node gives up on a request whose client has closed its half.
  connection.send(head.join('\r\n') + body)
  const received = await connection.rest()
  const end = received.indexOf(HEAD_END)
  const { status, headers } = parseHead(received.slice(0, end))
  const text = received.slice(end + HEAD_END.length)
  const isJson = headers.get('content-type')?.includes('json') ?? false
  return {
    status,
    headers: new Headers([...headers]),
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}
