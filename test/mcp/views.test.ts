import { Worker } from 'node:worker_threads'
import { Resvg } from '@resvg/resvg-js'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { MOST_WAITING, renderPng } from '../../src/design/renderer.ts'
import { callTool, MODERN_VERSION, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
afterAll(() => server.close())

const BLOCK = 'blk_yDC-D7w2KMJJkUMTLIbBrH'
const QUILT = 'qlt_M21vtTqJA-do0wdL7TPTdI'
const VIEW_TYPE = 'text/html;profile=mcp-app'
const OF_TOOL = { search_fabric_catalog: 'ui://selvage/fabrics', get_asset: 'ui://selvage/asset' }
const MOST_PICTURE_BYTES = 16_384

const send = async (method: string, params: object = {}, caller?: string) =>
  (await mcpRequest(server, method, { ...params }, caller === undefined ? {} : { token: caller })).json

describe('[D39.4] views in the chat', () => {
  it('are announced to every client', async () => {
    const clientInfo = { name: 'test', version: '1' }
    const started = await send('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    const discovered = await mcpRequest(server, 'server/discover', {}, { version: MODERN_VERSION })
    for (const { capabilities } of [started.result, discovered.json.result])
      expect(capabilities.extensions['io.modelcontextprotocol/ui']).toEqual({ mimeTypes: [VIEW_TYPE] })
  })

  it('are named by their tools, in the spelling of every kind of host', async () => {
    const { tools } = (await send('tools/list')).result
    for (const { name, _meta } of tools) {
      const uri = new Map(Object.entries(OF_TOOL)).get(name)
      expect([_meta.ui?.resourceUri, _meta['ui/resourceUri'], _meta['openai/outputTemplate']]).toEqual([
        uri,
        uri,
        uri,
      ])
    }
  })

  it.each(Object.values(OF_TOOL))('%s is listed and read with the same leave: no network', async (uri) => {
    const { resources } = (await send('resources/list')).result
    const listed = resources.find((resource: { uri: string }) => resource.uri === uri)
    const [read] = (await send('resources/read', { uri })).result.contents
    expect([listed.mimeType, read.mimeType]).toEqual([VIEW_TYPE, VIEW_TYPE])
    expect(read._meta).toEqual(listed._meta)
    expect(read._meta.ui.csp).toEqual({
      connectDomains: [],
      resourceDomains: [],
      frameDomains: [],
      baseUriDomains: [],
    })
    expect(read._meta['openai/widgetDomain']).toBe(server.baseUrl)
    expect(read._meta['openai/widgetCSP']).toEqual({ connect_domains: [], resource_domains: [] })
    // One document: it loads nothing, and runs nothing from its markup.
    expect(Buffer.byteLength(read.text)).toBeLessThan(10_000)
    expect(read.text).not.toMatch(
      /\s(?:src|href)=|@import|url\(|\simport\s|\sexport\s|<[^>]+\son\w+=|innerHTML/,
    )
    expect(read.text).not.toMatch(/https?:/)
  })
})

/** The blocks of a result behind the JSON, and the picture among them. */
async function read(resource: string, id: string, includeGeometry = true, caller = token) {
  const { json } = await callTool(server, 'get_asset', { resource, id, includeGeometry }, { token: caller })
  const { content, structuredContent } = json.result
  return {
    content,
    structuredContent,
    picture: content.find(({ type }: { type: string }) => type === 'image'),
  }
}

describe('[D34.2, D39.1, D39.3] pictures', () => {
  it.each([
    ['blocks', BLOCK],
    ['quilts', QUILT],
    ['patterns', 'pat_i-mAkqk7aP67bOyiYZEziN'],
    ['blocks', 'blk_JPskPZigUWdy8Ytwpk_AU7'],
  ])('one of %s comes with a small PNG behind the text', async (resource, id) => {
    const { content, picture } = await read(resource, id)
    expect(content[0].type).toBe('text')
    expect(picture.mimeType).toBe('image/png')
    const png = Buffer.from(picture.data, 'base64')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.length).toBeLessThanOrEqual(MOST_PICTURE_BYTES)
  })

  it('the SDK and the lane send the same', async () => {
    const args = { resource: 'quilts', id: QUILT, includeGeometry: true }
    const modern = await callTool(server, 'get_asset', args, { token, version: MODERN_VERSION })
    const viaSdk = await mcpRequest(
      server,
      'tools/call',
      { name: 'get_asset', arguments: args, unheardOf: true },
      { token },
    )
    const { content } = await read('quilts', QUILT)
    expect(modern.json.result.content).toEqual(content)
    expect(viaSdk.json.result.content).toEqual(content)
  })

  it.each([
    ['of a block without pieces', 'blocks', 'blk_MJpfonFuLiWqPiLsdnStMC', false],
    ['of an item without a drawing', 'blocks', 'blk_SdHzsgVmzGFxq-59sC6tlv', false],
    ['of an item without a drawing, with its outline', 'blocks', 'blk_SdHzsgVmzGFxq-59sC6tlv', true],
    ['of a swatch', 'swatches', 'swt_qDFxucqc8cI7x8SDPD2eVz', true],
  ])('there is none %s', async (_, resource, id, includeGeometry) => {
    const { content, picture } = await read(resource, id, includeGeometry)
    expect(content.length).toBeGreaterThan(0)
    expect(picture).toBeUndefined()
  })

  it('[D39.5] there is none while too many drawings wait, and the answer says so', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => `M0 ${at % 640}L640 ${(at * 7) % 640}`).join('')
    const slow = Array.from({ length: MOST_WAITING + 1 }, (_, at) =>
      renderPng(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" aria-label="${at}"><path d="${lines}" stroke="red"/></svg>`,
      ),
    )
    const id = 'blk_UPy-JxwaSfXrKmHjMwXJRR'
    const { content, picture } = await read('blocks', id)
    expect(picture).toBeUndefined()
    expect(content.at(-1).text).toContain('no picture now')
    await Promise.allSettled(slow)
    expect((await read('blocks', id)).picture).toBeDefined()
  })

  it('[D39.5] no answer waits for long until others have their pictures', async () => {
    const post = Worker.prototype.postMessage
    const late = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(function (
      this: Worker,
      value,
    ) {
      setTimeout(() => post.call(this, value), 3_000)
    })
    const id = 'blk_MLMBMBUPBvcVwZF2_ui4Of'
    const { content, picture } = await read('blocks', id)
    expect(picture).toBeUndefined()
    expect(content.at(-1).text).toContain('no picture now')
    late.mockRestore()
    await expect.poll(async () => (await read('blocks', id)).picture, { timeout: 5_000 }).toBeDefined()
  })

  it.each([{ query: 'kona' }, { query: '#CA9520', limit: 7 }, { query: 'kona curry', limit: 1 }, {}])(
    '[D39.2] a search %j has a strip of the swatches that it lists, in their order',
    async (args) => {
      const { json } = await callTool(server, 'search_fabric_catalog', args)
      const { content, structuredContent } = json.result
      const colors: (string | undefined)[] = structuredContent.fabrics.map(
        ({ colorHex }: { colorHex?: string }) => colorHex,
      )
      const image = content.find(({ type }: { type: string }) => type === 'image')
      const png = Buffer.from(image.data, 'base64')
      expect(png.length).toBeLessThanOrEqual(4_096)
      const { width, height, pixels } = new Resvg(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${png.readUInt32BE(16)}" height="${png.readUInt32BE(20)}"><image href="data:image/png;base64,${image.data}"/></svg>`,
      ).render()
      const shown = colors.map((_, index) => {
        const x = Math.floor(((index + 0.5) * width) / colors.length)
        const at = (Math.floor(height / 2) * width + x) * 4
        return `#${pixels
          .subarray(at, at + 3)
          .toString('hex')
          .toUpperCase()}`
      })
      expect(shown).toEqual(colors.map((color) => color ?? '#D0CCC4'))
    },
  )

  it('[D39.2] a list that is empty has none', async () => {
    const { json } = await callTool(server, 'search_fabric_catalog', { query: 'zzzzzzzz' })
    expect(json.result.content.map(({ type }: { type: string }) => type)).not.toContain('image')
  })

  it.each([
    ['blocks', BLOCK],
    ['quilts', QUILT],
  ])('is a resource too, for clients that drop what stands beside the data (%s)', async (resource, id) => {
    const uri = `selvage://${resource}/${id}.png`
    const { resourceTemplates } = (await send('resources/templates/list')).result
    expect(resourceTemplates).toContainEqual(
      expect.objectContaining({ uriTemplate: 'selvage://{resource}/{id}.png' }),
    )
    const [contents] = (await send('resources/read', { uri }, token)).result.contents
    expect(contents).toEqual({ uri, mimeType: 'image/png', blob: (await read(resource, id)).picture.data })
  })

  it('[§1.ownership, D10.1] is of own items only', async () => {
    const other = await server.tokenOf('user_other')
    for (const uri of [
      `selvage://blocks/${BLOCK}.png`,
      'selvage://blocks/blk_nowhere.png',
      'selvage://blocks/%E0%A4%A.png',
    ]) {
      const { error } = await send('resources/read', { uri }, other)
      expect(error.message).toContain('not found')
    }
    const { resources } = (await send('resources/list')).result
    expect(JSON.stringify(resources)).not.toContain('.png')
  })
})
