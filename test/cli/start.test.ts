import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../helpers/files.ts'
import { endAll, run, serve } from './selvage.ts'

// What a start leaves behind. The folder of temporary files is one that cannot be written.
const TMPDIR = '/proc/none'

let server: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  server = await serve({ TMPDIR }, { isFirst: true })
})
afterAll(async () => {
  await endAll()
  server.folder.remove()
})

it.skipIf(process.platform !== 'linux')('no compiler stays beside the server', () => {
  const { pid } = server.child
  expect(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')).toBe('')
})

it('answers, and writes nothing but its database', async () => {
  expect((await fetch(`${server.baseUrl}/api/v1/fabrics?query=kona`)).status).toBe(200)
  expect(readdirSync(server.folder.path)).toEqual(['var'])
})

it('what was compiled is kept: a second start makes no other build', async () => {
  const builds = () => readdirSync(join(ROOT, 'var/build')).sort()
  const before = builds()
  expect(await run(['--version'], { ...server.place, env: { TMPDIR } })).toMatchObject({
    code: 0,
    stderr: '',
  })
  expect(builds()).toEqual(before)
})
