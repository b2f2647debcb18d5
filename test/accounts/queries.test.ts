import { DefaultQueryExecutor } from 'kysely'
import { expect, it, vi } from 'vitest'
import { startPages } from '../web/signed-in.ts'

const server = await startPages()

it('a page of a project asks for that project alone, and once for each kind of item', async () => {
  const token = await server.tokenOf('ann')
  const { json } = await server.rest('/projects', { method: 'POST', token, body: { name: 'Guild' } })
  const execute = vi.spyOn(DefaultQueryExecutor.prototype, 'executeQuery')
  const { status } = await server.page(`/projects/${json.data.projectId}`, 'ann')
  const statements = execute.mock.calls.map(([{ sql }]) => sql)
  execute.mockRestore()
  expect(status).toBe(200)
  const tables = statements.flatMap((sql) => /from "(project_members|assets|designs)"/.exec(sql)?.[1] ?? [])
  expect(tables).toEqual(['project_members', 'assets', 'assets', 'assets', 'assets'])
})
