import { describe, expect, it } from 'vitest'
import { callTool } from '../helpers/mcp.ts'
import { startTestServer } from '../helpers/server.ts'

const server = await startTestServer()
const token = await server.tokenOf('maker')

type Body = Readonly<Record<string, unknown>>

/** The data of a create, made through one surface. */
const SURFACES = {
  REST: async (path: string, _tool: string, body: Body) => {
    const answer = await server.rest(path, { method: 'POST', token, body })
    expect(answer.status).toBe(201)
    return answer.json.data
  },
  MCP: async (_path: string, tool: string, body: Body) => {
    const { result } = (await callTool(server, tool, body, { token })).json
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent)
    return result.structuredContent
  },
}

describe.each(Object.entries(SURFACES))('[§1.create, §1.parity] over %s', (_, create) => {
  it('[§4.5.data, §2.5, D3.1] create_project makes an empty project that the caller owns', async () => {
    const name = 'Quilt for my niece'
    const data = await create('/projects', 'create_project', { name, description: 'Soft.' })
    const { projectId } = data
    expect(projectId).toMatch(/^prj_[A-Za-z0-9_-]{22,}$/)
    const projectsUrl = `${server.baseUrl}/projects`
    const url = `${projectsUrl}/${projectId}`
    expect(data).toEqual({ projectId, name, url, projectsUrl })
    const [newest] = (await server.rest('/projects', { token })).json.data.projects
    expect(newest).toEqual({ id: projectId, name, url })
    for (const resource of ['blocks', 'quilts', 'swatches', 'patterns']) {
      const list = await server.rest(`/assets?resource=${resource}&projectId=${projectId}`, { token })
      expect(list.json.data.assets).toEqual([])
    }
  })

  it('[§4.10.data, §2.5, D3.1, D20.1] create_block_stub makes a block without pieces that the caller owns', async () => {
    const body = { name: 'Star', finishedWidthInches: 12, finishedHeightInches: 8.25 }
    const data = await create('/blocks', 'create_block_stub', body)
    const { blockId } = data
    expect(blockId).toMatch(/^blk_[A-Za-z0-9_-]{22,}$/)
    expect(data).toEqual({ blockId, url: `${server.baseUrl}/editor/blocks/${blockId}`, ...body })
    const { asset } = (await server.rest(`/blocks/${blockId}?includeGeometry=true`, { token })).json.data
    const geometry = { viewBox: [0, 0, 12, 8.25], shapes: [] }
    const stub = { width: 12, height: 8.25, shapeCount: 0, geometryStatus: 'empty', geometry }
    expect(asset).toMatchObject({ name: 'Star', ...stub })
  })
})
