import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { endAll, start } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { startTestServer } from '../helpers/server.ts'

const FABRICS = 3_000

const folder = temporaryFolder()
const server = await startTestServer()
afterAll(async () => {
  await endAll()
  await server.close()
  folder.remove()
})

/** The same fabrics in every version of the file, but for their colour. */
function version(color: string): string {
  const rows = Array.from(
    { length: FABRICS },
    (_, index) => `Mill ${index % 20},Line ${index % 300},Quokka ${index},Q${index},${color}`,
  )
  return ['manufacturer,collection,name,sku,colorHex', ...rows].join('\n')
}

function importing(name: string) {
  const place = { cwd: folder.path, env: { DATABASE_URL: `sqlite:${server.databasePath}` } }
  return start(['import', 'fabrics', name], place).ended
}

const page = z.object({
  success: z.literal(true),
  data: z.object({ fabrics: z.array(z.object({ colorHex: z.string() })).length(25), cursor: z.string() }),
})

it('[§7.status] while a file is imported, searches answer the old catalog or the new one, and creates succeed', async () => {
  writeFileSync(join(folder.path, 'old.csv'), version('#111111'))
  writeFileSync(join(folder.path, 'new.csv'), version('#EEEEEE'))
  expect(await importing('old.csv')).toMatchObject({ code: 0 })
  const first = async () => (await server.rest('/fabrics?query=quokka&limit=1')).json.data.fabrics[0]
  await vi.waitFor(async () => expect(await first()).toMatchObject({ colorHex: '#111111' }), 10_000)
  const token = await server.tokenOf('user_demo')

  const seen: string[] = []
  const created: number[] = []
  let isOver = false
  const ended = importing('new.csv').finally(() => {
    isOver = true
  })
  const searches = async (query: string) => {
    while (!isOver) {
      const { status, json } = await server.rest(`/fabrics?${new URLSearchParams({ query })}`)
      // A machine under load sheds anonymous work; that says nothing of the catalog.
      if (status === 503 && json.error.code === 'overloaded') continue
      expect(status).toBe(200)
      const colors = new Set(page.parse(json).data.fabrics.map(({ colorHex }) => colorHex))
      expect(colors.size).toBe(1)
      seen.push(...colors)
    }
  }
  const creates = async () => {
    while (!isOver) {
      const block = { name: `Block ${created.length}`, finishedWidthInches: 6, finishedHeightInches: 6 }
      created.push((await server.rest('/blocks', { method: 'POST', token, body: block })).status)
    }
  }
  await Promise.all([searches('quokka'), searches('quokka #777777'), searches('quok'), creates()])

  expect(await ended).toMatchObject({
    code: 0,
    stdout: '3,000 records read: 0 added, 3,000 updated, 0 unchanged.\n',
  })
  expect(new Set(created)).toEqual(new Set([201]))
  expect(seen.length).toBeGreaterThan(10)
  expect(new Set(seen)).toContain('#111111')
  await vi.waitFor(async () => expect(await first()).toMatchObject({ colorHex: '#EEEEEE' }), 10_000)
})
