import { once } from 'node:events'
import { connect } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { Answer } from './server.ts'

/**
 * One request as typed bytes, for what no HTTP client agrees to send: header lines that repeat,
 * fold or lie. The connection closes after the answer.
 */
export async function rawRequest(port: number, lines: readonly string[], body = ''): Promise<Answer> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const [requestLine = '', ...headerLines] = lines
  const host = headerLines.some((line) => /^host:/i.test(line)) ? [] : [`Host: 127.0.0.1:${port}`]
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [requestLine, ...host, ...headerLines, ...length, 'Connection: close', '', '']
  // Not ended: Node gives up on a request whose client has closed its half.
  socket.write(head.join('\r\n') + body)
  return parseAnswer(await textOf(socket))
}

function parseAnswer(received: string): Answer {
  const end = received.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = received.slice(0, end).split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const text = received.slice(end + 4)
  const isJson = headers.get('content-type')?.includes('json') ?? false
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  }
}
