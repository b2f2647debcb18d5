import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Edition, Editions } from '../../src/accounts/index.ts'
import { EditionDamaged, fetchFile, publishFile } from '../../src/editions/file.ts'
import { fetchInWorker } from '../../src/editions/worker.ts'
import { KINDS, openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'

const folder = temporaryFolder()
const file = (name: string) => join(folder.path, name)
afterAll(folder.remove)

// Random bytes do not get smaller: three chunks.
const CONTENT = randomBytes(1_300_000)
const RELEASE = { format: 4, release: '1.0.0' }

const publishIn = (editions: Editions, edition: typeof RELEASE, path: string) =>
  editions.publishing({ seconds: 5 }, (publish) => publishFile(publish, edition, path))

describe.each(KINDS)('editions in %s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(kind)
    writeFileSync(file('source'), CONTENT)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    await database.db.deleteFrom('editions').execute()
    await database.db.deleteFrom('edition_chunks').execute()
  })

  it('are fetched as they were published, in chunks of half a mebibyte', async () => {
    const { editions } = database.accounts
    const edition = await publishIn(editions, RELEASE, file('source'))
    expect(edition).toMatchObject({ ...RELEASE, number: 1, chunks: 3 })
    expect(await editions.of(4)).toEqual([edition])
    await fetchFile(editions, edition, file('copy'))
    expect(readFileSync(file('copy')).equals(CONTENT)).toBe(true)
    expect(statSync(file('copy')).mode & 0o777).toBe(0o600)
    for await (const chunk of editions.chunksOf(edition)) expect(chunk.length).toBeLessThanOrEqual(524_288)
  })

  it('of a process that stood still are given up for those of the one that took over', async () => {
    const { editions } = database.accounts
    const others: Edition[] = []
    async function* slowly() {
      yield CONTENT.subarray(0, 10)
      // As if this process had been stopped for longer than its lease lasts.
      await sql`update leases set until = 0`.execute(database.db)
      others.push(await publishIn(editions, RELEASE, file('source')))
      yield CONTENT.subarray(10, 20)
    }
    const late = editions.publishing({ seconds: 5 }, (publish) => publish(RELEASE, slowly()))
    await expect(late).rejects.toThrow('another one has taken over')
    expect(await editions.of(4)).toEqual(others)
    for (const edition of others) await fetchFile(editions, edition, file('copy'))
    expect(readFileSync(file('copy')).equals(CONTENT)).toBe(true)
  })

  it('are kept three of each format, and found by format', async () => {
    const { editions } = database.accounts
    for (const format of [3, 4, 4, 4, 4, 4]) await publishIn(editions, { ...RELEASE, format }, file('source'))
    const rows = await database.db
      .selectFrom('editions')
      .select(['format', 'number'])
      .orderBy('format')
      .orderBy('number')
      .execute()
    expect(rows.map(({ format, number }) => `${format}.${number}`)).toEqual(['3.1', '4.3', '4.4', '4.5'])
    const chunks = await database.db
      .selectFrom('edition_chunks')
      .select(['format', 'number'])
      .distinct()
      .execute()
    expect(chunks).toHaveLength(4)
    expect(await editions.latestBefore(4)).toMatchObject({ format: 3, number: 1 })
    expect(await editions.of(5)).toEqual([])
    expect(await editions.latestBefore(3)).toBeUndefined()
  })

  it('that were cut short while they were published are no editions', async () => {
    const { editions } = database.accounts
    async function* broken() {
      yield CONTENT.subarray(0, 10)
      throw new Error('the disk is full')
    }
    await expect(
      editions.publishing({ seconds: 5 }, (publish) => publish(RELEASE, broken())),
    ).rejects.toThrow('the disk is full')
    expect(await editions.of(4)).toEqual([])
    // As a process leaves it that was killed.
    await database.db
      .insertInto('edition_chunks')
      .values({ format: 4, number: 1, position: 7, bytes: Buffer.from('x') })
      .execute()
    const edition = await publishIn(editions, RELEASE, file('source'))
    await fetchFile(editions, edition, file('again'))
  })

  it.each(['changed', 'missing', 'exchanged'])(
    'with a chunk that is %s are not taken, and leave nothing behind',
    async (fault) => {
      const { editions } = database.accounts
      const edition = await publishIn(editions, RELEASE, file('source'))
      const chunk = database.db.updateTable('edition_chunks').where('position', '=', 1)
      if (fault === 'changed') await chunk.set({ bytes: Buffer.alloc(524_288) }).execute()
      if (fault === 'missing')
        await database.db.deleteFrom('edition_chunks').where('position', '=', 2).execute()
      if (fault === 'exchanged') await chunk.set({ bytes: randomBytes(100) }).execute()
      await expect(fetchFile(editions, edition, file('damaged'))).rejects.toBeInstanceOf(EditionDamaged)
      expect(readdirSync(folder.path).filter((name) => name.startsWith('damaged'))).toEqual([])
    },
  )
})

it('a worker fetches an edition, and says what was wrong', async () => {
  const database = await openDatabase('postgres')
  writeFileSync(file('source'), CONTENT)
  const { location, accounts } = database
  if (location.kind !== 'postgres') throw new Error('not PostgreSQL')
  const edition = await publishIn(accounts.editions, RELEASE, file('source'))
  const { signal } = new AbortController()
  await fetchInWorker({ location, edition, path: file('fetched') }, signal)
  expect(readFileSync(file('fetched')).equals(CONTENT)).toBe(true)
  const damaged = { ...edition, sha256: 'other' }
  await expect(
    fetchInWorker({ location, edition: damaged, path: file('no') }, signal),
  ).rejects.toBeInstanceOf(EditionDamaged)
  const elsewhere = { location, edition, path: join(folder.path, 'no/such/folder') }
  await expect(fetchInWorker(elsewhere, signal)).rejects.toThrow('ENOENT')
  await database.close()
})
