import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ROOT } from '../helpers/files.ts'
import { type PostgresServer, startPostgres } from '../helpers/postgres-server.ts'

/** Runs `selvage ARGS` on a database to its end. Resolves with the seconds that it took. */
async function commandSeconds(args: readonly string[], databaseUrl: string): Promise<number> {
  const begin = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'src/selvage.mjs'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`selvage ${args.join(' ')} ended with ${code}`)
  return (performance.now() - begin) / 1000
}

const PROJECTS = 10_000
const BLOCKS = 19
const ITEMS = PROJECTS * (1 + BLOCKS)
const PEOPLE = 1_000
const ROUNDS = 3

/** As in production: what is acknowledged survives a crash of the machine. */
export const DURABLE = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
}

/** A design of 350 characters. */
const geometry = {
  format: 'quilt-outline/1',
  width: 12,
  height: 12,
  polygons: Array.from({ length: 6 }, (_, index) => ({
    points: [
      [index, 0],
      [index + 1.5, 0],
      [index + 1.5, 2.25],
      [index, 2.25],
    ],
  })),
}

/** Projects of many people, each with its blocks, as lines of NDJSON. */
function* lines(): Generator<string> {
  for (let project = 0; project < PROJECTS; project += 1) {
    const common = {
      owner: `user_${project % PEOPLE}`,
      createdAt: new Date(1_700_000_000_000 + project).toISOString(),
    }
    const id = `prj_bench_${project}`
    yield `${JSON.stringify({ type: 'project', id, name: `Project ${project}`, ...common })}\n`
    for (let index = 0; index < BLOCKS; index += 1) {
      const block = {
        type: 'block',
        id: `blk_bench_${project}_${index}`,
        name: `Sawtooth star ${project} ${index}`,
        projectId: id,
        width: 12,
        height: 12.5,
        shapeCount: 6,
        tags: ['star'],
        geometry,
        ...common,
      }
      yield `${JSON.stringify(block)}\n`
    }
  }
}

const perSecond = (seconds: readonly number[]): string => {
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? Number.NaN
  return Math.round(ITEMS / median).toLocaleString('en')
}

/** One round: into a new SQLite file, from there into a new PostgreSQL database, and into another one. */
async function round(number: number, folder: string, file: string, postgres: PostgresServer) {
  const sqlite = `sqlite:${join(folder, `${number}.db`)}`
  const [copied, imported] = [`copied_${number}`, `imported_${number}`]
  for (const name of [copied, imported]) await postgres.run(`create database ${name}`)
  return {
    sqlite: await commandSeconds(['import', 'items', file], sqlite),
    postgres: await commandSeconds(['import', 'items', file], postgres.url(imported)),
    copy: await commandSeconds(['copy', '--from', sqlite, '--to', postgres.url(copied)], sqlite),
  }
}

/** Imports of items into empty databases, and a copy, with the start of the command. Medians of three rounds. */
export async function benchItems(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-bench-'))
  const file = join(folder, 'items.ndjson')
  const postgres = await startPostgres(DURABLE)
  try {
    await pipeline(Readable.from(lines()), createWriteStream(file))
    const rounds = []
    for (let number = 0; number < ROUNDS; number += 1)
      rounds.push(await round(number, folder, file, postgres))
    const rows = {
      'import into SQLite': rounds.map(({ sqlite }) => sqlite),
      'import into PostgreSQL': rounds.map(({ postgres }) => postgres),
      'copy from SQLite to PostgreSQL, and compare': rounds.map(({ copy }) => copy),
    }
    process.stdout.write(`| ${ITEMS.toLocaleString('en')} items | a second |\n| --- | --: |\n`)
    for (const [name, seconds] of Object.entries(rows))
      process.stdout.write(`| ${name} | ${perSecond(seconds)} |\n`)
    process.stdout.write('\n')
  } finally {
    await postgres.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
