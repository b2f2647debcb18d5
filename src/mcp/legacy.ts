import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }
const encoder = new TextEncoder()

/**
 * One request of a 2025 revision, answered as plain JSON; as a stream only when the server says
 * something before its result, such as progress. (The SDK's own fallback always streams, and its JSON
 * transport drops what comes before the result.)
 */
export async function answerLegacy(
  server: Server,
  request: Request,
  { parsedBody, onerror }: { readonly parsedBody: unknown; readonly onerror: (error: Error) => void },
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  transport.onerror = onerror
  const streamed = new Promise<Response>((resolve) => {
    const sendAsJson = transport.send.bind(transport)
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined
    transport.send = async (message, options) => {
      const isNotification = 'method' in message && !('id' in message)
      const belongs = options?.relatedRequestId !== undefined
      if (stream === undefined && !(isNotification && belongs)) return sendAsJson(message, options)
      if (stream === undefined) {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            stream = controller
          },
          cancel: () => server.close(),
        })
        resolve(new Response(body, { headers: STREAM_HEADERS }))
      }
      stream?.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`))
      if ('result' in message || 'error' in message) {
        stream?.close()
        await server.close()
      }
    }
  })
  await server.connect(transport)
  const plain = transport.handleRequest(request, { parsedBody })
  const end = () => server.close()
  plain.then(end, end)
  return Promise.race([plain, streamed])
}
