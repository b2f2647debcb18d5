import { connect } from 'node:net'

const HEAD_END = '\r\n\r\n'

function parseHead(head: string): Pick<Answer, 'status' | 'headers'> {
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { status: Number(statusLine.split(' ')[1]), headers: new Headers(headers) }
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** `undefined` without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any
}

export function answerOf(status: number, headers: Headers, text: string): Answer {
  const isJson = headers.get('content-type')?.includes('json') ?? false
  return { status, headers, text, json: isJson && text !== '' ? JSON.parse(text) : undefined }
}

/** A connection that sends any bytes, also what no HTTP client would send. */
export function openConnection(port: number) {
  const socket = connect(port, '127.0.0.1')
  const chunks: AsyncIterator<Buffer> = socket[Symbol.asyncIterator]()
  let received = Buffer.alloc(0)

  /** Waits for more bytes; false once the server has closed the connection. */
  async function receive(): Promise<boolean> {
    const next = await chunks.next().catch(() => ({ done: true, value: undefined }))
    if (next.value !== undefined) received = Buffer.concat([received, next.value])
    return next.done !== true
  }

  return {
    socket,
    send: (bytes: string | Buffer) => socket.write(bytes),
    /** The next answer. HEAD has no body, whatever its Content-Length says. */
    async answer(method = 'GET'): Promise<Answer> {
      while (!received.includes(HEAD_END)) {
        if (!(await receive())) throw new Error(`closed without an answer, after: ${received}`)
      }
      const bodyStart = received.indexOf(HEAD_END) + HEAD_END.length
      const { status, headers } = parseHead(received.subarray(0, bodyStart - HEAD_END.length).toString())
      const length = method === 'HEAD' ? 0 : Number(headers.get('content-length') ?? 0)
      while (received.length < bodyStart + length) {
        if (!(await receive())) throw new Error('closed in the middle of an answer')
      }
      const text = received.subarray(bodyStart, bodyStart + length).toString()
      received = received.subarray(bodyStart + length)
      return answerOf(status, headers, text)
    },
    /** Everything until the server closes the connection. */
    async rest(): Promise<string> {
      while (await receive());
      return received.toString()
    },
    close: () => socket.destroy(),
  }
}

/** `lines` are further header lines. */
export function requestText(target: string, lines: readonly string[] = [], body = ''): string {
  return [`${target} HTTP/1.1`, 'Host: 127.0.0.1', ...lines, '', body].join('\r\n')
}

/** Sends bytes on a connection of their own and reads one answer. */
export async function exchange(port: number, bytes: string | Buffer): Promise<Answer> {
  const connection = openConnection(port)
  connection.send(bytes)
  try {
    return await connection.answer(bytes.toString().split(' ', 1)[0])
  } finally {
    connection.close()
  }
}

/** A request as typed lines, with headers that no HTTP client would send. The connection closes after the answer. */
export function rawRequest(port: number, lines: readonly string[], body = ''): Promise<Answer> {
  const [requestLine = '', ...headerLines] = lines
  const host = headerLines.some((line) => /^host:/i.test(line)) ? [] : [`Host: 127.0.0.1:${port}`]
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [requestLine, ...host, ...headerLines, ...length, 'Connection: close', '', '']
  return exchange(port, head.join('\r\n') + body)
}
