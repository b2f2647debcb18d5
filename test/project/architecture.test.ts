import { describe, expect, it } from 'vitest'
import { type Import, importsIn, importsOf, SOURCES } from './imports.ts'

const IMPORTS = SOURCES.flatMap((file) => importsOf(file))
const show = ({ from, to }: Import) => `${from} → ${to}`
const isFrom = (place: string) => (each: Import) => each.from.startsWith(place)

/** Whether an import leads to a place: a folder (ending in a slash), a file, or a package. */
const leadsTo = (place: string) => (each: Import) =>
  place.endsWith('/') ? each.to.startsWith(place) : each.to === place

it.each([
  ["import * as z from 'zod'", 'zod'],
  ["import {\n  a,\n  type B,\n} from '@modelcontextprotocol/server/stdio'", '@modelcontextprotocol/server'],
  ["export { a } from './reply.ts'", 'src/http/reply.ts'],
  ["const a = await import('../dev/provider.ts')", 'src/dev/provider.ts'],
  ["type Module = typeof import('h3')", 'h3'],
])('imports are read: %s', (source, to) => {
  expect(importsIn('src/http/app.ts', source)).toEqual([{ from: 'src/http/app.ts', to }])
})

const ROOM = ['src/core/', 'src/files/']
const SURFACE = ['src/core/', 'src/http/', 'src/auth/']

/** What a folder may import, beside itself and Node's own modules. */
const DIRECTIONS: Readonly<Record<string, readonly string[]>> = {
  'tools/': ['src/core/', 'src/design/', 'zod'],
  'src/core/': ['zod'],
  'src/database/': [...ROOM, 'kysely', 'better-sqlite3', 'pg', 'pg-cursor'],
  'src/accounts/': [...ROOM, 'src/database/', 'kysely', 'better-sqlite3', 'zod'],
  'src/catalog/': [...ROOM, 'src/database/index.ts', 'better-sqlite3', 'kysely', 'zod'],
  'src/files/': ['src/core/', 'csv-parse', 'zod'],
  'src/design/': ['src/core/', '@resvg/resvg-js', 'zod'],
  'src/config/': ['src/core/', 'src/http/'],
  'src/auth/': ['src/core/', 'src/http/', 'jose', 'oauth4webapi', 'zod'],
  'src/http/': ['src/core/', 'h3', 'srvx', 'rate-limiter-flexible', 'pg', 'ioredis'],
  'src/operations/': ['src/core/', 'pino', 'pino-pretty', 'prom-client', '@opentelemetry/'],
  'src/rest/': [...SURFACE, 'h3'],
  'src/mcp/': [
    ...SURFACE,
    'tools/index.ts',
    'src/design/',
    '@modelcontextprotocol/server',
    'h3',
    'yaml',
    'zod',
  ],
  'src/documents/': [...SURFACE, 'yaml', 'zod'],
  'src/web/': [...SURFACE, 'tools/', 'src/files/index.ts', 'src/design/', 'h3', 'zod'],
  'src/dev/': [...ROOM, 'better-sqlite3', 'jose', 'oidc-provider', 'zod'],
}

describe('directions', () => {
  it.each(Object.entries(DIRECTIONS))('%s imports only itself, Node and %j', (folder, allowed) => {
    const mayImport = [folder, ...allowed].map(leadsTo)
    const strays = IMPORTS.filter(isFrom(folder)).filter(
      (each) => !each.to.startsWith('node:') && !mayImport.some((isAllowed) => isAllowed(each)),
    )
    expect(strays.map(show)).toEqual([])
  })

  it('are known for every folder but the compositions', () => {
    const folders = SOURCES.map((file) => file.match(/^(?:src\/[^/]+|tools)\//)?.[0]).filter(
      (folder) => folder !== undefined,
    )
    expect([...new Set(folders)].filter((folder) => !(folder in DIRECTIONS))).toEqual(['src/cli/'])
  })

  it('tools and the core use no part of Node that does input or output', () => {
    const strays = IMPORTS.filter(({ from }) => /^(?:tools|src\/core)\//.test(from)).filter(({ to }) =>
      to.startsWith('node:'),
    )
    expect(strays.map(show)).toEqual(['src/core/cursor.ts → node:crypto'])
  })
})

/** Places that only these may import. */
const KEPT: readonly (readonly [string, readonly string[]])[] = [
  ['@modelcontextprotocol/server', ['src/mcp/']],
  ['@modelcontextprotocol/client', []],
  ['@modelcontextprotocol/sdk', []],
  ['h3', ['src/http/', 'src/rest/', 'src/web/', 'src/mcp/endpoint.ts']],
  ['srvx', ['src/http/']],
  ['tools/index.ts', ['src/app.ts', 'src/assembly.ts', 'src/mcp/', 'src/web/']],
  ['oidc-provider', ['src/dev/']],
  ['better-sqlite3', ['src/database/sqlite/', 'src/accounts/sqlite/', 'src/catalog/', 'src/dev/']],
  ['kysely', ['src/database/', 'src/accounts/', 'src/catalog/']],
  ['pg-cursor', ['src/database/postgres/']],
  ['pino', ['src/operations/']],
  ['node:sqlite', []],
  // No input of anybody becomes a command.
  ['node:child_process', []],
  // They would find packages and the environment by ways that these rules do not see.
  ['node:module', []],
  ['node:process', []],
  ['node:vm', []],
  ['src/dev/', ['src/dev/', 'src/cli/serve.ts']],
  ['src/cli/', ['src/cli/', 'src/main.ts']],
  ['src/app.ts', ['src/cli/']],
  ['src/assembly.ts', ['src/app.ts', 'src/cli/']],
  ['src/accounts/', ['src/accounts/', 'src/seed.ts', 'src/cli/', 'src/databases.ts', 'src/assembly.ts']],
  ['src/seed.ts', ['src/assembly.ts', 'src/cli/']],
  ['src/config/', ['src/config/', 'src/assembly.ts', 'src/app.ts', 'src/cli/', 'src/main.ts']],
]

/** Folders that are entered by their `index.ts` only. */
const ONE_DOOR = [
  'src/database/',
  'src/accounts/',
  'src/auth/',
  'src/catalog/',
  'src/design/',
  'src/documents/',
  'src/files/',
]

describe('one door', () => {
  it.each(ONE_DOOR)('%s is imported from outside through its index only', (room) => {
    // Views are bundled for browsers, and import only the files that can run there.
    const strays = IMPORTS.filter(leadsTo(room)).filter(
      (each) => ![room, 'src/mcp/views/'].some((from) => isFrom(from)(each)) && each.to !== `${room}index.ts`,
    )
    expect(strays.map(show)).toEqual([])
  })
})

describe('kept to one place', () => {
  it.each(KEPT)('%s is imported by %j only', (place, allowed) => {
    const strays = IMPORTS.filter(leadsTo(place)).filter(
      (each) => !allowed.some((importer) => isFrom(importer)(each)),
    )
    expect(strays.map(show)).toEqual([])
  })
})
