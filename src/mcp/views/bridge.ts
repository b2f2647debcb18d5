/** The result of a tool call, as the host hands it on. Text in it is shown as text only. */
export interface HostResult<Data> {
  readonly isError?: boolean
  readonly structuredContent?: Data
  readonly content?: ReadonlyArray<{
    readonly type: string
    readonly mimeType?: string
    readonly data?: string
  }>
}

/** The arguments of a call, as the model wrote them. */
export type Input = Readonly<Record<string, unknown>>

interface HostContext {
  readonly theme?: string
  readonly locale?: string
  readonly displayMode?: string
  readonly availableDisplayModes?: readonly string[]
  readonly styles?: { readonly variables?: Readonly<Record<string, unknown>> }
}

/** A message of the host. */
interface HostMessage<Data> {
  readonly jsonrpc?: string
  readonly id?: number
  readonly method?: string
  readonly params?: HostResult<Data> & HostContext & { readonly arguments?: Input }
  readonly result?: { readonly hostContext?: HostContext }
  readonly error?: { readonly message: string }
}

interface Waiting {
  readonly resolve: (result: HostMessage<unknown>['result']) => void
  readonly reject: (error: Error) => void
}

const waiting = new Map<number, Waiting>()
let lastId = 0

function send(message: object) {
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

/** Sends a request to the host, which may refuse it or never answer. */
export function ask(method: string, params: object): Promise<HostMessage<unknown>['result']> {
  lastId += 1
  const id = lastId
  send({ id, method, params })
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
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

/** A link that the host opens, because a view may not open one. */
export function link(text: string, url: string): HTMLElement {
  const open = () => ask('ui/open-link', { url }).catch(() => undefined)
  return element('button', { className: 'link', type: 'button', onclick: open }, text)
}

let host: HostContext = {}

/** A button for the full screen, where the host offers it. */
export function fullScreen(): HTMLElement | undefined {
  if (host.displayMode === 'fullscreen' || !host.availableDisplayModes?.includes('fullscreen'))
    return undefined
  const made = element('button', { className: 'link', type: 'button' }, 'Full screen')
  made.onclick = () => {
    made.remove()
    ask('ui/request-display-mode', { mode: 'fullscreen' }).catch(() => undefined)
  }
  return made
}

/** Replaces what the view shows. */
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

/** Settles the request that a message answers. False if it is no answer. */
function settle({ id, method, result, error }: HostMessage<unknown>): boolean {
  const asked = id === undefined || method !== undefined ? undefined : waiting.get(id)
  if (id === undefined || asked === undefined) return false
  waiting.delete(id)
  if (error) asked.reject(new Error(error.message))
  else asked.resolve(result)
  return true
}

/**
 * Speaks with the host: JSON-RPC over postMessage (MCP Apps, 2026-01-26).
 *
 * @param onResult called with the result of the tool and the arguments of its call.
 */
export async function start<Data>(
  name: string,
  onResult: (result: HostResult<Data>, input: Input) => void,
): Promise<void> {
  let input: Input = {}
  window.addEventListener('message', ({ source, data: message }: MessageEvent<HostMessage<Data>>) => {
    if (source !== window.parent || message?.jsonrpc !== '2.0' || settle(message)) return
    const { id, method, params } = message
    if (method === 'ui/notifications/host-context-changed') applyContext(params)
    if (method === 'ui/notifications/tool-input') input = params?.arguments ?? {}
    if (method === 'ui/notifications/tool-result') onResult(params ?? {}, input)
    // Answers requests of the host, such as the one before it removes the view.
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
