import { DefaultQueryExecutor } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startPages } from '../web/signed-in.ts'

const server = await startPages()
afterAll(() => server.close())

let newest: string
let oldest: string
beforeAll(async () => {
  const token = await server.tokenOf('ann')
  const create = async () => {
    const { json } = await server.rest('/projects', { method: 'POST', token, body: { name: 'Guild' } })
    return String(json.data.projectId)
  }
  oldest = await create()
  // More than a page of a list.
  for (let count = 0; count < 120; count += 1) newest = await create()
})

/** The private tables that the queries of a request read, in their order. */
async function tablesRead(path: string): Promise<string[]> {
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  const { status } = await server.page(path, 'ann')
  const statements = execute.mock.calls.map(([{ sql }]) => sql)
  execute.mockRestore()
  expect(status).toBe(200)
  return statements.flatMap((sql) => /from "(project_members|assets|designs)"/.exec(sql)?.[1] ?? [])
}

it('a page of a project asks for that project alone, and once for each kind of item', async () => {
  for (const id of [newest, oldest]) {
    const read = await tablesRead(`/projects/${id}`)
    expect(read).toEqual(['project_members', 'assets', 'assets', 'assets', 'assets'])
  }
})
