import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../helpers/files.ts'
import { freePort, occupy } from '../helpers/ports.ts'
import { type Environment, run, start, stock } from './selvage.ts'

const folder = temporaryFolder()
stock(folder.path)

const selvage = (args: readonly string[], env: Environment = {}) => run(args, { cwd: folder.path, env })

it('[D1.2] --help names every command and goes to standard output', async () => {
  const { code, stdout, stderr } = await selvage(['--help'])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Usage: npx --no selvage /m)
  for (const command of ['serve', 'stdio', 'token'])
    expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'))
})

it('[D1.2] --version is that of the package', async () => {
  expect(await selvage(['-v'])).toMatchObject({ code: 0, stdout: '1.0.0\n', stderr: '' })
})

it.each<[string, string[], RegExp]>([
  ['no command', [], /No command given/],
  ['an unknown command', ['sew'], /Unknown command: sew/],
  ['an unknown option', ['serve', '--base-url=x'], /^Unknown option '--base-url'.*settings\.md/s],
  ['a further argument', ['token', 'user_demo'], /Unexpected argument: user_demo/],
  ['an import without a file', ['import', 'fabrics'], /FILE/],
  ['an import of what there is none', ['import', 'sofas'], /Unknown command: import sofas/],
  ['an option of another command', ['export', 'fabrics', '--owner=ann'], /--owner/],
])('[config] %s is a usage error: exit code 2, and where to find help', async (_, args, message) => {
  const { code, stdout, stderr } = await selvage(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(message)
  expect(stderr).toContain('selvage --help')
  expect(stderr).not.toMatch(/\n\s+at /)
})

it('[config, D37.4] every configuration problem at once, exit code 2, and nothing is started', async () => {
  const empty = temporaryFolder()
  const env = { PORT: 'x', LOG_LEVEL: 'loud', NODE_ENV: 'production', OAUTH_TOKEN_PROFILE: 'introspection' }
  const { code, stdout, stderr } = await run(['serve'], { cwd: empty.path, env })
  expect([code, stdout]).toEqual([2, ''])
  for (const name of ['PORT', 'LOG_LEVEL', 'OAUTH_ISSUER', 'BASE_URL', 'OAUTH_CLIENT_ID'])
    expect(stderr).toContain(`  ${name}: `)
  expect(readdirSync(empty.path)).toEqual([])
})

it("[D37.1] token says that there is no server, and does not sign in at somebody else's provider", async () => {
  const port = String(await freePort(2))
  const noAnswer = `No answer from http://127.0.0.1:${Number(port) + 1}. Start the server first`
  const failed = { code: 1, stdout: '', stderr: expect.stringContaining(noAnswer) }
  expect(await selvage(['token'], { PORT: port })).toMatchObject(failed)
  const refused = { code: 2, stderr: expect.stringContaining('your identity provider') }
  expect(await selvage(['token'], { OAUTH_ISSUER: 'https://id.example.com' })).toMatchObject(refused)
})

it.each([
  ['its port', 0, 'PORT'],
  ['the port of the development sign-in', 1, 'PORT'],
  ['the port of the metrics', 1, 'METRICS_PORT'],
])('[D37.1] serve ends with a plain message when %s is taken', async (_, distance, setting) => {
  const port = await freePort(2)
  const taken = port + distance
  const blocker = await occupy(taken)
  const { code, stdout, stderr } = await selvage(['serve'], {
    PORT: String(port),
    [setting]: String(setting === 'PORT' ? port : taken),
    DATABASE_URL: 'sqlite:never/selvage.db',
    LOG_LEVEL: 'warn',
  })
  blocker?.close()
  expect([code, stdout]).toEqual([1, ''])
  expect(existsSync(join(folder.path, 'never'))).toBe(false)
  expect(stderr).toMatch(new RegExp(`^Port ${taken} is in use\\. .*set ${setting}[.;].*\n$`))
})

it('[config, D29.3] serve says which issuer does not answer, and serves', async () => {
  const port = String(await freePort(2))
  const issuer = `http://127.0.0.1:${await freePort(2)}`
  const server = start(['serve'], { cwd: folder.path, env: { PORT: port, OAUTH_ISSUER: issuer } })
  await server.hasSaid('stderr', 'OAUTH_ISSUER does not answer')
  expect(server.said.stderr).toContain(issuer)
  expect((await fetch(`http://localhost:${port}/healthz`)).status).toBe(200)
})
