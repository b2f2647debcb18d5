import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../helpers/files.ts'
import { callTool, mcpRequest } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'
import { launch, openPage } from './browser.ts'
import { showView } from './view-host.ts'

// Takes the pictures that directories show, at twice the size of a chat: `node test/browser/screenshots.ts`.
const PICTURES = [
  { name: 'fabrics', tool: 'search_fabric_catalog', input: { query: '#D9A441', collection: 'kona' } },
  {
    name: 'quilt',
    tool: 'get_asset',
    input: { resource: 'quilts', id: 'qlt_M21vtTqJA-do0wdL7TPTdI', includeGeometry: true },
  },
  {
    name: 'block',
    tool: 'get_asset',
    input: { resource: 'blocks', id: 'blk_yDC-D7w2KMJJkUMTLIbBrH', includeGeometry: true },
  },
]

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
const browser = await launch()
for (const { name, tool, input } of PICTURES) {
  const { json: list } = await mcpRequest(server, 'tools/list')
  const uri = list.result.tools.find((listed: { name: string }) => listed.name === tool)._meta.ui.resourceUri
  const { json: view } = await mcpRequest(server, 'resources/read', { uri })
  const { json: called } = await callTool(server, tool, input, { token })
  const { page, close } = await openPage(browser, [], {
    viewport: { width: 640, height: 520 },
    deviceScaleFactor: 2,
  })
  const context = { theme: 'light', width: 620 } as const
  await showView(page, { html: view.result.contents[0].text, input, result: called.result, context })
  await page.frameLocator('iframe').locator('#root > *').first().waitFor()
  const picture = await page.locator('iframe').screenshot()
  writeFileSync(join(ROOT, `deploy/plugin/assets/${name}.png`), picture)
  await close()
}
await browser.close()
await server.close()
