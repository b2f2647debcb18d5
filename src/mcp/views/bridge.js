/* The protocol of views (MCP Apps, 2026-01-26): JSON-RPC with the host, over postMessage. */
const waiting = new Map()
const listeners = new Map()
let lastId = 0

function send(message) {
  window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

/** Sends a request to the host, which may refuse it or never answer. */
export function ask(method, params) {
  lastId += 1
  const id = lastId
  send({ id, method, params })
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
}

export function on(method, listener) {
  listeners.set(method, listener)
}

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children.filter((child) => child !== undefined && child !== ''))
  return made
}

/** A link that the host opens, because a view may not open one. */
export function link(text, url) {
  const open = () => ask('ui/open-link', { url }).catch(() => {})
  return element('button', { className: 'link', type: 'button', onclick: open }, text)
}

function applyContext(context = {}) {
  const root = document.documentElement
  if (context.theme) root.style.colorScheme = context.theme
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (name.startsWith('--') && typeof value === 'string') root.style.setProperty(name, value)
  }
  if (context.locale) root.lang = context.locale
}

window.addEventListener('message', ({ source, data }) => {
  if (source !== window.parent || data?.jsonrpc !== '2.0') return
  const asked = data.method === undefined ? waiting.get(data.id) : undefined
  if (asked) {
    waiting.delete(data.id)
    if (data.error) asked.reject(new Error(data.error.message))
    else asked.resolve(data.result)
    return
  }
  if (data.method === 'ui/notifications/host-context-changed') applyContext(data.params)
  listeners.get(data.method)?.(data.params)
  // Answers requests of the host, such as the one before it removes the view.
  if (data.method !== undefined && data.id !== undefined) send({ id: data.id, result: {} })
})

export async function start(name) {
  const { hostContext } = await ask('ui/initialize', {
    appInfo: { name, version: '1.0.0' },
    appCapabilities: {},
    protocolVersion: '2026-01-26',
  })
  applyContext(hostContext)
  send({ method: 'ui/notifications/initialized' })
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect()
    send({
      method: 'ui/notifications/size-changed',
      params: { width: Math.ceil(width), height: Math.ceil(height) },
    })
  }).observe(document.documentElement)
}
