import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { importFabrics, openCatalog } from '../../src/catalog/index.ts'
import { SHIPPED_DATA } from '../accounts/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { callTool } from '../helpers/mcp.ts'
import { isInCluster, startTestServer, type TestServer } from '../helpers/server.ts'

/** A bidirectional override, a tag character and a control character, as a vendor's file may have them. */
const HIDDEN = '\u202E\u{E0041}\u0007'
const hide = (text: string) => `${text.slice(0, 2)}${HIDDEN}${text.slice(2)}`
const SHOWS_HIDDEN = new RegExp(`[${HIDDEN}]`, 'u')

describe.skipIf(isInCluster)('[D23.1] hidden characters of a vendor are left out', () => {
  const data = temporaryFolder()
  let server: TestServer
  beforeAll(async () => {
    cpSync(SHIPPED_DATA, data.path, { recursive: true })
    const guide = { slug: 'quokka', name: hide('Quokka'), summary: hide('Soft.'), bestFor: hide('Naps') }
    writeFileSync(join(data.path, 'supplies/rulers.json'), JSON.stringify({ entries: [guide] }))
    server = await startTestServer({ dataDirectory: data.path })
    const catalog = await openCatalog(server.catalogPath)
    const [manufacturer, collection] = [hide('Quokka Mills'), hide('Marsupials')]
    const [name, sku] = [hide('Quokkared'), hide('QM-1')]
    const thumbnailUrl = `https://quokka.example/red.jpg?v=${HIDDEN}1`
    await importFabrics(catalog, [{ manufacturer, collection, name, sku, colorHex: '#AA2211', thumbnailUrl }])
    await catalog.close()
    // The server builds its index anew.
    const nearest = async () =>
      (await server.rest('/fabrics?query=%23AA2211&limit=1')).json.data.fabrics[0].name
    await vi.waitFor(async () => expect(await nearest()).toBe('Quokkared'), { timeout: 20_000 })
  })

  it('from fabrics and guides over REST', async () => {
    const found = await server.rest('/fabrics?query=%23AA2211&limit=1')
    expect(found.json.data.fabrics).toMatchObject([
      { manufacturer: 'Quokka Mills', collection: 'Marsupials', name: 'Quokkared', sku: 'QM-1' },
    ])
    expect(found.json.data.fabrics[0].thumbnailUrl).toBe('https://quokka.example/red.jpg?v=1')
    const guides = await server.rest('/supplies?category=rulers')
    expect(guides.json.data.items).toMatchObject([{ name: 'Quokka', summary: 'Soft.', bestFor: 'Naps' }])
  })

  it('from answers over MCP, with their notes', async () => {
    const fabrics = await callTool(server, 'search_fabric_catalog', { query: '#AA2211', limit: 2 })
    // The nearest of another line, with its name in the note.
    const other = await callTool(server, 'search_fabric_catalog', { query: 'marsupials okkared in bella' })
    const guides = await callTool(server, 'browse_supplies', { category: 'rulers', query: 'quokka zebra' })
    for (const { text } of [fabrics, other, guides]) {
      expect(text).toContain('Quokka')
      expect(text).not.toMatch(SHOWS_HIDDEN)
    }
  })

  it.each(['/fabrics', '/palette?c=AA2211', '/guides/rulers', '/fabrics.csv'])(
    'from the page %s',
    async (path) => {
      const { text } = await server.request(path)
      expect(text).toContain('Quokka')
      expect(decodeURIComponent(text.replace(/%(?![\dA-F]{2})/g, '%25'))).not.toMatch(SHOWS_HIDDEN)
    },
  )

  it('so that a maker is found by a word as it is shown', async () => {
    const { json } = await server.rest('/fabrics?manufacturer=Quokka')
    expect(json.data.fabrics).toMatchObject([{ name: 'Quokkared' }])
  })

  it('but an export keeps them, so that ids stay', async () => {
    const catalog = await openCatalog(server.catalogPath)
    const names = [...catalog.all()].map(({ name }) => name)
    expect(names).toContain(hide('Quokkared').normalize())
    await catalog.close()
  })
})
