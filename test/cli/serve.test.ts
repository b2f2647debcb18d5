import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/files.ts'
import { openConnection, requestText } from '../helpers/wire.ts'
import { run, serve } from './selvage.ts'

const server = await serve()
const printed = await run(['token'], server.place)
expect(printed).toMatchObject({ code: 0, stderr: '' })
const token = printed.stdout.trim()

async function rest(path: string, bearer = token, body?: object) {
  const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { data } = JSON.parse(await response.text())
  return { status: response.status, data }
}

it('[D37.1] says how to connect and how to get a token', () => {
  const { stdout } = server.said
  const mcp = `${server.baseUrl}/mcp`
  expect(stdout).toContain(`Connector URL:          ${mcp}\n`)
  expect(stdout).toContain(`claude mcp add --transport http selvage ${mcp}\n`)
  expect(stdout).toContain('npm run --silent token')
  expect(stdout).toContain(`development sign-in at http://127.0.0.1:${server.port + 1}`)
})

it('[D37.1] token prints a token of the demo user, and token --user one of the other', async () => {
  expect(decodeJwt(token)).toMatchObject({ sub: 'user_demo', aud: server.baseUrl })
  expect((await rest('/auth/me')).data).toEqual({ authenticated: true, userId: 'user_demo' })
  const { stdout } = await run(['token', '--user', 'user_other'], server.place)
  expect((await rest('/auth/me', stdout.trim())).data.userId).toBe('user_other')
})

it('[§7.status] what was answered 201 is in the file when the process is killed', async () => {
  const { status, data } = await rest('/projects', token, { name: 'Just in time' })
  server.child.kill('SIGKILL')
  expect(status).toBe(201)
  await server.ended
  const database = new Sqlite(join(server.folder.path, 'var/selvage.db'), { readonly: true })
  const row = database.prepare('select name from projects where id = ?').get(data.projectId)
  database.close()
  expect(row).toEqual({ name: 'Just in time' })
})

it('a start answers, and writes nothing but its database', async () => {
  // The folder of temporary files is one that cannot be written.
  const server = await serve({ TMPDIR: '/proc/none' }, { isFirst: true })
  expect((await fetch(`${server.baseUrl}/api/v1/fabrics?query=kona`)).status).toBe(200)
  expect(readdirSync(server.folder.path)).toEqual(['var'])
  server.child.kill('SIGTERM')
  await server.ended
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
})

it('a log that nobody reads stops nothing', async () => {
  const server = await serve()
  server.child.stderr.pause()
  const connection = openConnection(server.port)
  // Their lines fill every buffer between the two processes.
  const ahead = 30
  for (let count = 0; count < 1_500; count += ahead) {
    connection.send(requestText('GET /healthz').repeat(ahead))
    for (let answer = 0; answer < ahead; answer += 1) expect((await connection.answer()).status).toBe(200)
  }
  connection.close()
  server.child.kill('SIGTERM')
  server.child.stderr.resume()
  expect(await server.ended).toMatchObject({ code: 0 })
})

it('a server that cannot stop says so, and is ended', async () => {
  const folder = temporaryFolder()
  const file = join(folder.path, 'accounts.mjs')
  writeFileSync(
    file,
    `setInterval(() => {}, 1_000)
    const never = () => new Promise(() => {})
    const names = ['listProjects', 'getProject', 'createProject', 'listAssets', 'getAsset', 'getDesign', 'createBlock', 'close']
    export default Object.fromEntries(names.map((name) => [name, never]))`,
  )
  const stuck = await serve({ ACCOUNTS_MODULE: file })
  stuck.child.kill('SIGTERM')
  const { signal, stderr } = await stuck.ended
  expect([signal, stderr]).toEqual(['SIGKILL', expect.stringContaining('did not stop in time, and is ended')])
})
