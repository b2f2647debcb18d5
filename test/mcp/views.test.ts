import { Worker } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { describe, expect, it, vi } from 'vitest'
import { callTool, MODERN_VERSION, mcpRequest, modernMessage, post, sdkHeaders } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { DEMO } from '../tools/demo.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')

const BLOCK = 'blk_yDC-D7w2KMJJkUMTLIbBrH'
const QUILT = 'qlt_M21vtTqJA-do0wdL7TPTdI'
const VIEW_TYPE = 'text/html;profile=mcp-app'
const VIEWS = new Map([
  ['search_fabric_catalog', 'ui://selvage/fabrics'],
  ['get_asset', 'ui://selvage/asset'],
])
const MOST_PICTURE_BYTES = 16_384
const MOST_STRIP_BYTES = 4_096

const ask = async (method: string, params = {}, caller = {}) =>
  (await mcpRequest(server, method, params, caller)).json.result

describe('[D39.4] views in the chat', () => {
  it('are announced to every client', async () => {
    const clientInfo = { name: 'test', version: '1' }
    for (const { capabilities } of [
      await ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }),
      await ask('server/discover', {}, { version: MODERN_VERSION }),
    ])
      expect(capabilities.extensions['io.modelcontextprotocol/ui']).toEqual({ mimeTypes: [VIEW_TYPE] })
  })

  it('are named by their tools, in the spelling of every kind of host', async () => {
    for (const { name, _meta } of (await ask('tools/list')).tools) {
      const named = [_meta.ui?.resourceUri, _meta['ui/resourceUri'], _meta['openai/outputTemplate']]
      expect(named).toEqual(Array.from({ length: 3 }, () => VIEWS.get(name)))
    }
  })

  it.each([...VIEWS.values()])('%s is listed and read with the same leave: no network', async (uri) => {
    const listed = (await ask('resources/list')).resources.find((each: { uri: string }) => each.uri === uri)
    const [{ text, ...read }] = (await ask('resources/read', { uri })).contents
    expect(read).toEqual({ uri, mimeType: VIEW_TYPE, _meta: listed._meta })
    expect(read._meta).toMatchObject({
      ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] } },
      'openai/widgetDomain': server.baseUrl,
      'openai/widgetCSP': { connect_domains: [], resource_domains: [] },
    })
    // One document: it loads nothing, and runs nothing from its markup.
    expect(Buffer.byteLength(text)).toBeLessThan(10_000)
    expect(text).not.toMatch(
      /\s(?:src|href)=|@import|url\(|\simport\s|\sexport\s|<[^>]+\son\w+=|innerHTML|https?:/,
    )
  })
})

interface Block {
  readonly type: string
  readonly mimeType?: string
  readonly data: string
  readonly text: string
}

/** The blocks of a result, and the picture among them. */
async function call(name: string, args: object, version?: string) {
  const options = version === undefined ? { token } : { token, version }
  const { content, structuredContent } = (await callTool(server, name, { ...args }, options)).json.result
  const blocks: readonly Block[] = content
  return { blocks, structuredContent, picture: blocks.find(({ type }) => type === 'image') }
}
const read = (resource: string, id: string, includeGeometry = true) =>
  call('get_asset', { resource, id, includeGeometry })

describe('[D34.2, D39.1, D39.3] pictures', () => {
  it.each([
    ['blocks', BLOCK],
    ['quilts', QUILT],
    ['patterns', 'pat_i-mAkqk7aP67bOyiYZEziN'],
    ['blocks', DEMO.manyShapes],
  ])('one of %s comes as a small PNG behind the text, and is a resource', async (resource, id) => {
    // On a busy machine, the first answer may come before its picture is drawn.
    await expect.poll(async () => (await read(resource, id)).picture, { timeout: 50_000 }).toBeDefined()
    const { blocks, picture } = await read(resource, id)
    expect([blocks[0]?.type, picture?.mimeType]).toEqual(['text', 'image/png'])
    const png = Buffer.from(picture?.data ?? '', 'base64')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.length).toBeLessThanOrEqual(MOST_PICTURE_BYTES)
    const uri = `selvage://${resource}/${id}.png`
    const { contents } = await ask('resources/read', { uri }, { token })
    expect(contents).toEqual([{ uri, mimeType: 'image/png', blob: picture?.data }])
  })

  it('the SDK and the lane send the same', async () => {
    const args = { resource: 'quilts', id: QUILT, includeGeometry: true }
    const { blocks } = await read('quilts', QUILT)
    expect((await call('get_asset', args, MODERN_VERSION)).blocks).toEqual(blocks)
    const message = modernMessage('tools/call', { name: 'get_asset', arguments: args })
    const headers = { authorization: `Bearer ${token}`, ...sdkHeaders('get_asset') }
    expect((await post(server, message, headers)).json.result.content).toEqual(blocks)
  })

  it.each([
    ['of a block without pieces', 'blocks', DEMO.stub, false],
    ['of an item without a drawing', 'blocks', DEMO.photoBlock, false],
    ['of an item without a drawing, with its outline', 'blocks', DEMO.photoBlock, true],
    ['of a swatch', 'swatches', DEMO.swatch, true],
  ])('there is none %s', async (_, resource, id, includeGeometry) => {
    const { blocks, picture } = await read(resource, id, includeGeometry)
    expect(blocks.length).toBeGreaterThan(0)
    expect(picture).toBeUndefined()
  })

  it('[D39.5] no answer waits for long until others have their pictures', async () => {
    const post = Worker.prototype.postMessage
    const late = vi.spyOn(Worker.prototype, 'postMessage')
    late.mockImplementationOnce(function (this: Worker, value) {
      setTimeout(() => post.call(this, value), 3_000)
    })
    const { blocks, picture } = await read('blocks', DEMO.ohioStar)
    late.mockRestore()
    expect(picture).toBeUndefined()
    expect(blocks.at(-1)?.text).toContain('no picture now')
    const again = async () => (await read('blocks', DEMO.ohioStar)).picture
    await expect.poll(again, { timeout: 5_000 }).toBeDefined()
  })
})

describe('[D39.2] a search', () => {
  it.each([{ query: 'kona' }, { query: '#CA9520', limit: 7 }, { query: 'kona curry', limit: 1 }, {}])(
    '%j has a strip of the swatches that it lists, in their order',
    async (args) => {
      const { structuredContent, picture } = await call('search_fabric_catalog', args)
      const fabrics: readonly { colorHex?: string }[] = structuredContent.fabrics
      const png = Buffer.from(picture?.data ?? '', 'base64')
      expect(png.length).toBeLessThanOrEqual(MOST_STRIP_BYTES)
      const { width, height, pixels } = new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${png.readUInt32BE(16)}" height="${png.readUInt32BE(20)}"><image href="data:image/png;base64,${picture?.data}"/></svg>`,
      ).render()
      const shown = fabrics.map((_, index) => {
        const x = Math.floor(((index + 0.5) * width) / fabrics.length)
        const at = (Math.floor(height / 2) * width + x) * 4
        return `#${pixels.toString('hex', at, at + 3).toUpperCase()}`
      })
      expect(shown).toEqual(fabrics.map(({ colorHex = '#D0CCC4' }) => colorHex))
    },
  )

  it('that finds nothing has no strip', async () => {
    expect((await call('search_fabric_catalog', { query: 'zzzzzzzz' })).picture).toBeUndefined()
  })
})
