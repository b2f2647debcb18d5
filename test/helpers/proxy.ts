import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'

/**
 * Hands requests to servers in turn. If a server is gone before it answers, a read goes to the next one; a write does
 * not, because it may have been done.
 */
export async function startProxy(port: number, ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true })
  let turn = 0

  /** @param left how many servers to try after `at`. */
  function forward(incoming: IncomingMessage, answer: ServerResponse, at: number, left: number): void {
    const { method, url, rawHeaders } = incoming
    const port = ports[at % ports.length]
    const onward = request(
      { agent, host: '127.0.0.1', port, method, path: url, headers: rawHeaders, setHost: false },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders)
        response.pipe(answer)
        response.on('error', () => answer.destroy())
      },
    )
    onward.on('error', () => {
      if (answer.headersSent) answer.destroy()
      else if ((method === 'GET' || method === 'HEAD') && left > 0)
        forward(incoming, answer, at + 1, left - 1)
      else answer.writeHead(502).end()
    })
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  const proxy = createServer((incoming, answer) => {
    turn += 1
    forward(incoming, answer, turn, ports.length - 1)
  }).listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    async close() {
      agent.destroy()
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
