import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { start } from '../cli/selvage.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { startTestServer } from '../helpers/server.ts'

const folder = temporaryFolder()
const server = await startTestServer()

/** Imports fabrics that are the same each time, but for their colour. */
function importing(color: string) {
  const rows = Array.from(
    { length: 3_000 },
    (_, index) => `Mill ${index % 20},Line ${index % 300},Quokka ${index},Q${index},${color}`,
  )
  const file = join(folder.path, `${color}.csv`)
  writeFileSync(file, ['manufacturer,collection,name,sku,colorHex', ...rows].join('\n'))
  const place = { cwd: folder.path, env: { DATABASE_URL: `sqlite:${server.databasePath}` } }
  return start(['import', 'fabrics', file], place).ended
}
const colorsOf = async (query: string): Promise<Set<string> | undefined> => {
  const { status, json } = await server.rest(`/fabrics?${new URLSearchParams({ query })}`)
  // A machine under load sheds anonymous work; that says nothing of the catalog.
  if (status === 503 && json.error.code === 'overloaded') return undefined
  expect([status, json.data.fabrics.length]).toEqual([200, 25])
  return new Set(json.data.fabrics.map(({ colorHex }: { colorHex: string }) => colorHex))
}

it('[§7.status] while a file is imported, searches answer the old catalog or the new one, and creates succeed', async () => {
  const token = await server.tokenOf('user_demo')
  const SOON = { timeout: 10_000 }
  expect(await importing('#111111')).toMatchObject({ code: 0 })
  await expect.poll(() => colorsOf('quokka'), SOON).toEqual(new Set(['#111111']))

  const seen: string[] = []
  const created: number[] = []
  let isOver = false
  const ended = importing('#EEEEEE').finally(() => {
    isOver = true
  })
  const searches = async (query: string) => {
    while (!isOver) {
      const colors = (await colorsOf(query)) ?? []
      expect([...colors].length).toBeLessThan(2)
      seen.push(...colors)
    }
  }
  const creates = async () => {
    while (!isOver) {
      const body = { name: 'Block', finishedWidthInches: 6, finishedHeightInches: 6 }
      created.push((await server.rest('/blocks', { method: 'POST', token, body })).status)
    }
  }
  await Promise.all([searches('quokka'), searches('quokka #777777'), searches('quok'), creates()])
  expect(await ended).toMatchObject({
    code: 0,
    stdout: '3,000 records read: 0 added, 3,000 updated, 0 unchanged.\n',
  })
  expect(new Set(created)).toEqual(new Set([201]))
  expect(seen.length).toBeGreaterThan(10)
  expect(seen).toContain('#111111')
  await expect.poll(() => colorsOf('quokka'), SOON).toEqual(new Set(['#EEEEEE']))
})
