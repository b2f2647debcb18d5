import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, inject, it } from 'vitest'
import { ROOT } from '../helpers/files.ts'

const CLIENT = join(ROOT, 'test/contract/client')
const { resolve } = createRequire(join(CLIENT, 'tour.ts'))
const commandOf = (name: string, command: string) => join(dirname(resolve(`${name}/package.json`)), command)

/** Also of a command that fails: compilers print their complaints. */
function outputOf(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return text(child.stdout)
}

it('openapi-typescript makes types of the published document; the client compiles, and misuse does not', async () => {
  const document = `${inject('baseUrl')}/api/v1/openapi.json`
  await outputOf(commandOf('openapi-typescript', 'bin/cli.js'), [document, '-o', join(CLIENT, 'api.d.ts')])
  expect(await outputOf(commandOf('typescript', 'bin/tsc'), ['--project', CLIENT])).toBe('')
})

it('openapi-fetch calls the server with them', async () => {
  // Its types are only there once the test above has made them.
  const { tour } = await import(join(CLIENT, 'tour.ts'))
  const seen = await tour(inject('baseUrl'), inject('token'))
  expect(new Set(seen.names).size).toBe(4)
  expect(seen).toMatchObject({
    block: { name: 'Tour', finishedWidthInches: 12, finishedHeightInches: 9.5 },
    asset: { name: 'Tour', width: 12, height: 9.5, shapeCount: 0, geometryStatus: 'empty' },
    refusal: 'unauthorized',
  })
})
