import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/files.ts'
import { endAll, run, serve } from './selvage.ts'

afterAll(endAll)

it('a start answers, and writes nothing but its database', async () => {
  // The folder of temporary files is one that cannot be written.
  const server = await serve({ TMPDIR: '/proc/none' }, { isFirst: true })
  expect((await fetch(`${server.baseUrl}/api/v1/fabrics?query=kona`)).status).toBe(200)
  expect(readdirSync(server.folder.path)).toEqual(['var'])
  await endAll()
  server.folder.remove()
})

it('an old Node is told which one is needed', async () => {
  const folder = temporaryFolder()
  const pretend = join(folder.path, 'pretend.mjs')
  writeFileSync(
    pretend,
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.17.1' } })",
  )
  const ended = await run(['--version'], { cwd: folder.path, env: { NODE_OPTIONS: `--import=${pretend}` } })
  expect(ended).toMatchObject({
    code: 1,
    stderr: 'Selvage needs Node 22.18 or newer; this is Node 22.17.1.\n',
  })
  folder.remove()
})
