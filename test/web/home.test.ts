import { Resvg } from '@resvg/resvg-js'
import { expect, it } from 'vitest'
import { mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()

const home = (accept?: string) => server.request('/', accept === undefined ? {} : { headers: { accept } })

it.each([
  ['*/*', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html'],
  ['text/markdown;q=0', 'html'],
  ['text/html, text/markdown', 'markdown'],
  ['text/html;q=0.8, text/markdown;q=0.9;charset=utf-8', 'markdown'],
])('the home page for Accept %s is %s', async (accept, form) => {
  const { status, headers } = await home(accept)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe(`text/${form}; charset=utf-8`)
  expect(headers.get('vary')).toBe('Accept')
})

it('both forms carry the links to what is published, name the connector, and have ETags of their own', async () => {
  const [html, markdown] = [await home('text/html'), await home('text/markdown')]
  for (const { headers, text } of [html, markdown]) {
    expect(text).toContain(`${server.baseUrl}/mcp`)
    const link = headers.get('link') ?? ''
    for (const relation of ['api-catalog', 'service-desc', 'service-doc', 'describedby', 'alternate'])
      expect(link).toContain(`rel="${relation}"`)
    for (const [, path = '', type] of link.matchAll(/<([^>]+)>;[^,]*type="([^"]+)"/g)) {
      const target = await server.request(path)
      expect([target.status, target.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
    }
  }
  expect(html.headers.get('etag')).not.toBe(markdown.headers.get('etag'))
  expect(markdown.headers.get('x-markdown-tokens')).toMatch(/^[1-9]\d+$/)
  const own = await server.request('/index.md', { headers: { accept: 'text/html' } })
  expect(own.text).toBe(markdown.text)
})

it('people read what it can do, agents the names of the tools', async () => {
  const [page, markdown] = [await home('text/html'), await home('text/markdown')]
  for (const name of ['search_fabric_catalog', 'create_block_stub', 'get_asset']) {
    expect(markdown.text).toContain(name)
    expect(page.text).not.toContain(name)
  }
})

it('the address is installed by links that carry it, and copied with one press', async () => {
  const { text } = await home('text/html')
  const address = `${server.baseUrl}/mcp`
  expect(text).toContain(`data-copy="${address}"`)
  const [code = '', cursor = ''] = [...text.matchAll(/href="((?:vscode|cursor):[^"]+)"/g)].map(
    ([, link = '']) => link.replaceAll('&#38;', '&'),
  )
  const installed = JSON.parse(decodeURIComponent(code.split('?')[1] ?? ''))
  expect(installed).toEqual({ name: 'selvage', type: 'http', url: address })
  const config = new URLSearchParams(cursor.split('?')[1]).get('config') ?? ''
  expect(JSON.parse(Buffer.from(config, 'base64').toString())).toEqual({ url: address })
})

it('the icons are where browsers and directories look, and where the tools say', async () => {
  const { json } = await mcpRequest(server, 'tools/list')
  const icons = json.result.tools.flatMap(({ icons }: { icons: { src: string }[] }) => icons)
  expect(icons).toHaveLength(json.result.tools.length)
  const ofTools = icons.map(({ src }: { src: string }) => src.slice(server.baseUrl.length))
  for (const path of ['/favicon.svg', '/favicon.png', '/favicon.ico', ...ofTools]) {
    const { headers, text } = await server.request(path)
    expect(headers.get('content-type')).toMatch(/^image\//)
    if (path.endsWith('.svg')) expect(new Resvg(text).width).toBe(32)
  }
})
