import type { CallToolResult } from '@modelcontextprotocol/server'

/** The result of a tool call from the host. Its text is shown as text only. */
export type HostResult<Data> = Partial<Pick<CallToolResult, 'isError' | 'content'>> & {
  readonly structuredContent?: Data
}

/** The model wrote these arguments. */
type Input = Record<string, unknown>

interface HostContext {
  theme?: string
  displayMode?: string
  availableDisplayModes?: string[]
  styles?: { variables?: Record<string, unknown> }
}

interface HostMessage<Data> {
  jsonrpc?: string
  id?: number
  method?: string
  params?: HostResult<Data> & HostContext & { arguments?: Input }
  result?: { hostContext?: HostContext }
  error?: object
}

/** The place of each is the id of its request. */
const requests: ((answer: HostMessage<unknown>) => void)[] = []

function send(message: object) {
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

/** Asks the host, whose answer has an `error` if it refuses, and may never come. */
export const ask = (method: string, params: object) =>
  new Promise<HostMessage<unknown>>((resolve) => {
    const id = requests.push(resolve) - 1
    send({ id, method, params })
  })

/** What is absent is left out. */
type Child = Node | string | false | undefined

const present = (children: readonly Child[]) =>
  children.filter((child): child is Node | string => Boolean(child))

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...present(children))
  return made
}

export function colored(background: string, properties: Partial<HTMLElement>): HTMLElement {
  const made = element('span', properties)
  made.style.background = background
  return made
}

export const quiet = (text: string) => element('span', { className: 'quiet' }, text)

export const button = (text: string, onclick: () => void) =>
  element('button', { className: 'link', type: 'button', onclick }, text)

/** Hides these parts until its button is pressed. */
export function showMore(text: string, parts: readonly HTMLElement[]): HTMLElement | undefined {
  if (parts.length === 0) return undefined
  for (const part of parts) part.hidden = true
  const made = button(text, () => {
    for (const part of parts) part.hidden = false
    made.remove()
  })
  return made
}

/** A link that the host opens, because a view may not open one. */
export const link = (text: string, url: string) => button(text, () => ask('ui/open-link', { url }))

let host: HostContext = {}

export function fullScreen(): HTMLElement | undefined {
  if (host.displayMode === 'fullscreen' || !host.availableDisplayModes?.includes('fullscreen'))
    return undefined
  const made = button('Full screen', () => {
    made.remove()
    ask('ui/request-display-mode', { mode: 'fullscreen' })
  })
  return made
}

export function show(...children: Child[]): void {
  document.getElementById('root')?.replaceChildren(...present(children))
}

function applyContext(changed: HostContext = {}) {
  host = { ...host, ...changed }
  const { style } = document.documentElement
  if (host.theme) style.colorScheme = host.theme
  for (const [name, value] of Object.entries(host.styles?.variables ?? {})) {
    if (name.startsWith('--')) style.setProperty(name, String(value))
  }
}

/** JSON-RPC over postMessage (MCP Apps, 2026-01-26). `onResult` gets a result and the arguments of its call. */
export async function start<Data>(
  name: string,
  onResult: (result: HostResult<Data>, input: Input) => void,
): Promise<void> {
  let input: Input = {}
  window.addEventListener('message', ({ source, data: message }: MessageEvent<HostMessage<Data>>) => {
    if (source !== window.parent || message?.jsonrpc !== '2.0') return
    const { id, method, params } = message
    if (method === 'ui/notifications/host-context-changed') applyContext(params)
    if (method === 'ui/notifications/tool-input') input = params?.arguments ?? {}
    if (method === 'ui/notifications/tool-result') onResult(params ?? {}, input)
    if (id === undefined) return
    if (method === undefined) requests[id]?.(message)
    // The host asks too, for example before it removes the view.
    else send({ id, result: {} })
  })
  const { result } = await ask('ui/initialize', {
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
