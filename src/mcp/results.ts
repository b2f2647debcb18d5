import type { AppError } from '../core/errors.ts'
import { once } from '../core/once.ts'
import type { Served } from '../core/run-tool.ts'

/** The beginning of an answer as JSON. Its result is still open for more members. */
export const begun = (result: string): Buffer<ArrayBuffer> => Buffer.from(`{"result":{${result}`)

/** The result of a tool call as JSON, so that an answer is serialised only once. */
export interface ToolResult {
  /** The answer up to the last member of its result, except `_meta`. */
  readonly begun: Buffer<ArrayBuffer>
  readonly meta?: Readonly<Record<string, unknown>>
}

const textBlock = (text: string) => `{"type":"text","text":${JSON.stringify(text)}}`

/** @param data base64 */
const pictureBlock = (data: string) => `{"type":"image","data":"${data}","mimeType":"image/png"}`

/** `structuredContent`, the text block with the same content (D34), the notes (D38) and a picture (D39). */
function written({ json, notes }: Served, picture?: string): ToolResult {
  const texts = [json, ...(notes.length > 0 ? [notes.join(' ')] : [])].map(textBlock)
  const blocks = picture === undefined ? texts : [...texts, pictureBlock(picture)]
  return { begun: begun(`"content":[${blocks.join(',')}],"structuredContent":${json}`) }
}

const withoutPicture = once((served: Served) => written(served))

/** The result of a call that worked. It is written only once for an answer that is kept. */
export function successResult(served: Served, picture?: string): ToolResult {
  return picture === undefined ? withoutPicture(served) : written(served, picture)
}

/** The result of a call that failed (D34), with any challenge for clients that read it there (D33). */
export function failureResult({ code, message, hint, headers }: AppError): ToolResult {
  const text = [`${code}: ${message}`, hint].filter(Boolean).join(' ')
  const failed = { begun: begun(`"content":[${textBlock(text)}],"isError":true`) }
  const challenge = headers['www-authenticate']
  return challenge === undefined ? failed : { ...failed, meta: { 'mcp/www_authenticate': [challenge] } }
}
