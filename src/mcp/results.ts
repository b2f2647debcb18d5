import type { Served } from '../kit/answers.ts'
import type { AppError } from '../kit/errors.ts'

/** The result of a tool call, as JSON text, so that an answer is serialised only once. */
export interface ToolResult {
  /** The members of the result but `_meta`, without braces. */
  readonly members: string
  readonly meta?: Readonly<Record<string, unknown>>
}

const textBlock = (text: string) => `{"type":"text","text":${JSON.stringify(text)}}`

/** @param data base64 */
const pictureBlock = (data: string) => `{"type":"image","data":"${data}","mimeType":"image/png"}`

/** The text blocks of kept answers, because writing text inside JSON takes long. */
const written = new WeakMap<Served, string>()

function textBlocks(served: Served): string {
  const known = written.get(served)
  if (known !== undefined) return known
  const { json, notes } = served
  const blocks = [json, ...(notes.length > 0 ? [notes.join(' ')] : [])].map(textBlock).join(',')
  written.set(served, blocks)
  return blocks
}

/** `structuredContent`, the text block that says the same (D34), the notes (D38) and a picture (D39). */
export function successResult(served: Served, picture?: string): ToolResult {
  const blocks = textBlocks(served) + (picture === undefined ? '' : `,${pictureBlock(picture)}`)
  return { members: `"content":[${blocks}],"structuredContent":${served.json}` }
}

/** D34; with the challenge where there is one, for clients that sign in on a tool result (D33). */
export function failureResult({ code, message, hint, headers }: AppError): ToolResult {
  const text = [`${code}: ${message}`, hint].filter(Boolean).join(' ')
  const members = `"content":[${textBlock(text)}],"isError":true`
  const challenge = headers['www-authenticate']
  return challenge === undefined ? { members } : { members, meta: { 'mcp/www_authenticate': [challenge] } }
}
