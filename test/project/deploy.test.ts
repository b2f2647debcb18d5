import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { startBareServer } from '../helpers/bare-server.ts'
import { ROOT } from '../helpers/files.ts'
import { importsOf, SOURCES } from './imports.ts'
import { SETTING_NAMES } from './setting-names.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** No container engine runs here: what these files name is compared with what there is. */
const names = z.record(z.string(), z.unknown())
const service = z.object({
  image: z.string(),
  env_file: z.string().optional(),
  environment: names.default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.union([z.array(z.string()), names.transform(Object.keys)]).default([]),
  read_only: z.boolean().default(false),
})
const compose = z
  .object({ services: z.record(z.string(), service), volumes: names })
  .parse(parse(read('deploy/compose.yaml'), { merge: true }))
const services = Object.entries(compose.services)
const ours = services.filter(([, { image }]) => image === 'selvage')
const example = Object.keys(parseEnv(read('deploy/env.example')))

describe('deploy/compose.yaml', () => {
  it('has services, volumes and files for all that its services name', () => {
    for (const [, { depends_on, volumes }] of services) {
      for (const other of depends_on) expect(Object.keys(compose.services)).toContain(other)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('.')) expect(existsSync(join(ROOT, 'deploy', source))).toBe(true)
        else expect(Object.keys(compose.volumes)).toContain(source)
      }
    }
  })

  it('sets settings that exist, and lets nobody write the root file system', () => {
    expect(ours.map(([name]) => name)).toEqual(['prepare', 'one', 'two'])
    for (const [, { environment, read_only }] of ours) {
      expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
      expect(read_only).toBe(true)
    }
  })

  it('hands on every setting of deploy/.env, and reads the rest itself', () => {
    for (const [, { env_file }] of ours) expect(env_file).toBe('.env')
    const asked = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(example.filter((name) => !SETTING_NAMES.includes(name)).toSorted()).toEqual(
      [...new Set(asked)].toSorted(),
    )
  })
})

it('a balancer asks for one path, whichever file names it', () => {
  const [, path = ''] = /^\| `([^`]+)` \| the balancer/m.exec(read('docs/operating.md')) ?? []
  expect(read('deploy/Caddyfile')).toContain(`health_uri ${path}\n`)
  expect(read('docs/scale-out.md')).toContain(`The proxy asks \`${path}\``)
})

describe('deploy/Dockerfile', () => {
  const dockerfile = read('deploy/Dockerfile').replaceAll('\\\n', ' ')

  it('copies what there is and what the ignore file lets through', () => {
    const allowed = read('deploy/Dockerfile.dockerignore').split('\n')
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    )
    const imported = SOURCES.flatMap(importsOf).flatMap(({ to }) => /^(\w+)\/.+\.ts$/.exec(to)?.[1] ?? [])
    expect(copied).toEqual(expect.arrayContaining([...new Set(imported)]))
    for (const file of copied) {
      expect(existsSync(join(ROOT, file))).toBe(true)
      expect(allowed).toContain(`!${file}`)
    }
  })

  it('sets settings that exist', () => {
    const [, line = ''] = /^ENV (.+)$/m.exec(dockerfile) ?? []
    const set = line.split(' ').map((each) => each.split('=')[0] ?? '')
    expect(set.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
  })

  it('has a health check that is well while the server answers, and fails where nobody listens', async () => {
    const [, command = ''] = /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(dockerfile) ?? []
    const [, ...args] = z.array(z.string()).parse(JSON.parse(command))
    const server = await startBareServer()
    const check = () => promisify(execFile)(process.execPath, args, { env: { PORT: String(server.port) } })
    await check()
    await server.close()
    await expect(check()).rejects.toMatchObject({ code: 1 })
  })
})
