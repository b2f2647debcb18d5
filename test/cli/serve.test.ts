import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { decodeJwt } from 'jose'
import { expect, it } from 'vitest'
import { serveHere } from './for-tests.ts'
import { run } from './selvage.ts'

const server = await serveHere()
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

it('[D37.1] token prints a token of the demo user', async () => {
  expect(decodeJwt(token)).toMatchObject({ sub: 'user_demo', aud: server.baseUrl })
  expect((await rest('/auth/me')).data).toEqual({ authenticated: true, userId: 'user_demo' })
})

it('[D37.1] token --user signs the other user in', async () => {
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
