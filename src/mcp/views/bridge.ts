import type { CallToolResult } from '@modelcontextprotocol/server'

/** The result of a tool call from the host. Its text is shown as text only. */
export type HostResult<Data> = Partial<Pick<CallToolResult, 'isError' | 'content'>> & {
  readonly structuredContent?: Data
}

/** The model wrote these arguments. */
type Input = Readonly<Record<string, unknown>>

interface HostContext {
  readonly theme?: string
  readonly locale?: string
  readonly displayMode?: string
  readonly availableDisplayModes?: readonly string[]
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> }
}

interface HostMessage<Data> {
  readonly jsonrpc?: string
  readonly id?: number
  readonly method?: string
  readonly params?: HostResult<Data> & HostContext & { readonly arguments?: Input }
  readonly result?: { readonly hostContext?: HostContext }
  readonly error?: { readonly message: string }
}

/** By id. */
const waiting = new Map<number, (answer: HostMessage<unknown>) => void>()
let lastId = 0

function send(message: object) {
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

/** Sends a request to the host, which may refuse it or never answer. */
export async function ask(method: string, params: object): Promise<HostMessage<unknown>['result']> {
  lastId += 1
  const id = lastId
  send({ id, method, params })
  const { result, error } = await new Promise<HostMessage<unknown>>((answer) => waiting.set(id, answer))
  if (error) throw new Error(error.message)
  return result
}

type Child = Node | string | undefined

const present = (children: readonly Child[]) =>
  children.filter((child): child is Node | string => child !== undefined && child !== '')

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...present(children))
  return made
}

export const button = (text: string, onclick: () => void) =>
  element('button', { className: 'link', type: 'button', onclick }, text)

/** A link that the host opens, because a view may not open one. */
export const link = (text: string, url: string) =>
  button(text, () => ask('ui/open-link', { url }).catch(() => undefined))

export const isHex = (value: unknown): value is string => /^#[0-9a-f]{6}$/i.test(String(value))

let host: HostContext = {}

/** A button for the full screen, where the host offers it. */
export function fullScreen(): HTMLElement | undefined {
  if (host.displayMode === 'fullscreen' || !host.availableDisplayModes?.includes('fullscreen'))
    return undefined
  const made = button('Full screen', () => {
    made.remove()
    ask('ui/request-display-mode', { mode: 'fullscreen' }).catch(() => undefined)
  })
  return made
}

export function show(...children: Child[]): void {
  document.getElementById('root')?.replaceChildren(...present(children))
}

function applyContext(changed: HostContext = {}) {
  host = { ...host, ...changed }
  const { theme, styles, locale } = host
  const root = document.documentElement
  if (theme) root.style.colorScheme = theme
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
  if (locale) root.lang = locale
}

/**
 * Speaks with the host: JSON-RPC over postMessage (MCP Apps, 2026-01-26). `onResult` gets the result of a
 * tool and the arguments of its call.
 */
export async function start<Data>(
  name: string,
  onResult: (result: HostResult<Data>, input: Input) => void,
): Promise<void> {
  let input: Input = {}
  window.addEventListener('message', ({ source, data: message }: MessageEvent<HostMessage<Data>>) => {
    if (source !== window.parent || message?.jsonrpc !== '2.0') return
    const { id, method, params } = message
    if (method === undefined && id !== undefined) {
      waiting.get(id)?.(message)
      waiting.delete(id)
    }
    if (method === 'ui/notifications/host-context-changed') applyContext(params)
    if (method === 'ui/notifications/tool-input') input = params?.arguments ?? {}
    if (method === 'ui/notifications/tool-result') onResult(params ?? {}, input)
    // The host asks too, for example before it removes the view.
    if (method !== undefined && id !== undefined) send({ id, result: {} })
  })
  const result = await ask('ui/initialize', {
    appInfo: { name, version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: '2026-01-26',
  })
  applyContext(result?.hostContext)
  send({ method: 'ui/notifications/initialized' })
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect()
    const size = { width: Math.ceil(width), height: Math.ceil(height) }
    send({ method: 'ui/notifications/size-changed', params: size })
  }).observe(document.documentElement)
}
