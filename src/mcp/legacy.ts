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
  const end = () => server.close()

  const streamed = new Promise<Response>((resolve) => {
    const sendAsJson = transport.send.bind(transport)
    let stream: WritableStreamDefaultWriter<Uint8Array> | undefined
    transport.send = async (message, options) => {
      const isResult = 'result' in message || 'error' in message
      const isNotice = 'method' in message && !('id' in message) && options?.relatedRequestId !== undefined
      if (stream === undefined) {
        if (!isNotice) return sendAsJson(message, options)
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
        stream = writable.getWriter()
        // Also when the client leaves before the result.
        stream.closed.then(end, end)
        resolve(new Response(readable, { headers: STREAM_HEADERS }))
      }
      await stream.write(encoder.encode(`event: message\ndata: ${JSON.stringify(message)}\n\n`))
      if (isResult) await stream.close()
    }
  })

  await server.connect(transport)
  const plain = transport.handleRequest(request, { parsedBody })
  plain.then(end, end)
  return Promise.race([plain, streamed])
}
