import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, it } from 'vitest'
import { ROOT } from '../helpers/files.ts'
import { tour } from './client/tour.ts'

const CLIENT = join(ROOT, 'test/contract/client')
const { resolve } = createRequire(join(CLIENT, 'tour.ts'))
const commandOf = (name: string, command: string) => join(dirname(resolve(`${name}/package.json`)), command)

/** What a command prints; compilers print their complaints. */
function outputOf(command: string, args: readonly string[], input = ''): Promise<string> {
  const child = spawn(process.execPath, [command, ...args], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  return text(child.stdout)
}

/** Types only: the texts change more often, and are in the document. */
const withoutComments = (source: string) => source.replace(/^\s*\/\*\*.*?\*\/\n/gms, '')

it('openapi-typescript makes the checked-in types of the published document (update with -u)', async () => {
  const document = `${inject('baseUrl')}/api/v1/openapi.json`
  const types = await outputOf(commandOf('openapi-typescript', 'bin/cli.js'), [document])
  const formatter = commandOf('@biomejs/biome', 'bin/biome')
  const formatted = await outputOf(
    formatter,
    ['format', '--stdin-file-path=api.d.ts'],
    withoutComments(types),
  )
  await expect(formatted).toMatchFileSnapshot(join(CLIENT, 'api.d.ts'))
})

it('the client compiles against them, and misuse does not', async () => {
  expect(await outputOf(commandOf('typescript', 'bin/tsc'), ['--project', CLIENT])).toBe('')
})

it('openapi-fetch calls the server with them', async () => {
  const seen = await tour(inject('baseUrl'), inject('token'))
  expect(new Set(seen.names).size).toBe(4)
  expect(seen).toMatchObject({
    userId: 'user_demo',
    block: { name: 'Tour', finishedWidthInches: 12, finishedHeightInches: 9.5 },
    asset: { name: 'Tour', width: 12, height: 9.5, shapeCount: 0, geometryStatus: 'empty' },
    refusal: 'unauthorized',
    retryAfter: undefined,
  })
  expect(seen.guides).toBeGreaterThan(0)
  expect(seen.projectUrl).toContain(inject('baseUrl'))
})
