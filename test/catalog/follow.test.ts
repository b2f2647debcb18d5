import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type Catalog, importFabrics, openCatalog, removeFabric } from '../../src/catalog/index.ts'
import { CatalogIndex } from '../../src/catalog/search/catalog-index.ts'
import { SILENT } from '../../src/core/logger.ts'
import type { PostgresLocation } from '../../src/database/index.ts'
import { openDatabases } from '../../src/databases.ts'
import { seed } from '../../src/seed.ts'
import { SHIPPED_DATA } from '../accounts/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'
import { createPostgresDatabase } from '../helpers/postgres.ts'

/** Instances look twenty times a second. */
const POLL = 0.05
const SOON = { timeout: 20_000, interval: 50 }

let location: PostgresLocation
let folder: ReturnType<typeof temporaryFolder>
let opened: { close(): Promise<void> }[]
let said: string[]
beforeEach(async () => {
  location = { kind: 'postgres', url: await createPostgresDatabase(), pool: 4, prepare: true }
  folder = temporaryFolder()
  opened = []
  said = []
})
afterEach(async () => {
  for (const each of opened) await each.close()
})

const log = { ...SILENT, error: (_: object, message: string) => void said.push(message) }
const pathOf = (name: string) => join(folder.path, name)

/** The catalog of an instance with a folder of its own; of a server, or of a command. */
async function instance(name: string, { serves = true, shared = true } = {}): Promise<Catalog> {
  const options = { serves, poll: POLL, log, ...(shared ? { shared: location } : {}) }
  const catalog = await openCatalog(join(pathOf(name), 'catalog.db'), options)
  opened.push(catalog)
  return catalog
}
const command = (name: string) => instance(name, { serves: false })

async function ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const client = new pg.Client(location.url)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

const fabric = (name: string) => ({ manufacturer: 'Aaa Mills', collection: 'First', name })
const add = (catalog: Catalog, ...names: string[]) => importFabrics(catalog, names.map(fabric))
const FILTER = { manufacturer: undefined, collection: undefined, limit: 25, after: undefined }
const find = async ({ fabrics }: Catalog, query: string) =>
  (await fabrics.search({ ...FILTER, query })).items.map(({ name }) => name)
const found = (catalog: Catalog, query: string) => find(catalog, query).catch(() => [])
const namesIn = (catalog: Catalog) => [...catalog.all()].map(({ name }) => name)
const ship = (catalog: Catalog, release: string, ...names: string[]) =>
  importFabrics(catalog, names.map(fabric), { shipment: { hash: names.join(), release } })

it('an import is seen by every instance', async () => {
  const [one, other] = [await instance('one'), await instance('other')]
  await expect(find(one, 'quokka')).rejects.toMatchObject({ code: 'catalog_unavailable' })
  const importer = await command('command')
  expect(await add(importer, 'Quokka', 'Wombat')).toMatchObject({ added: 2 })
  expect(namesIn(importer)).toEqual(['Quokka', 'Wombat'])
  for (const each of [one, other]) await expect.poll(() => found(each, 'quokka'), SOON).toEqual(['Quokka'])
  expect(await add(importer, 'Numbat')).toMatchObject({ added: 1 })
  for (const each of [one, other]) await expect.poll(() => find(each, 'numbat'), SOON).toEqual(['Numbat'])
  expect(one.follower?.followed()).toMatchObject({ number: 2 })
  const modes = ['one', 'other', 'command'].map((name) => (statSync(pathOf(name)).mode & 0o777).toString(8))
  expect(modes).toEqual(['700', '700', '700'])
})

it.each([
  ['SQLite', false],
  ['PostgreSQL', true],
])('on %s a server builds its index after an import before anybody asks', async (_, shared) => {
  const server = await instance('server', { shared })
  const original = CatalogIndex.build.bind(CatalogIndex)
  const build = vi.spyOn(CatalogIndex, 'build')
  onTestFinished(() => build.mockRestore())
  const isBuilt = vi.fn()
  build.mockImplementation(function* (catalog) {
    const index = yield* original(catalog)
    isBuilt()
    return index
  })
  await add(await instance(shared ? 'command' : 'server', { serves: false, shared }), 'Quokka')
  await vi.waitFor(() => expect(isBuilt).toHaveBeenCalledOnce(), SOON)
  expect(await find(server, 'quokka')).toEqual(['Quokka'])
})

it('what is removed is gone everywhere, also from a copy that is far behind', async () => {
  const importer = await command('command')
  await ship(importer, '1.0.0', 'Quokka', 'Wombat')
  const near = await instance('near')
  const far = await command('far')
  await far.close()
  opened = opened.filter((each) => each !== far)
  await ship(importer, '1.0.1', 'Wombat')
  await expect.poll(() => find(near, 'quokka'), SOON).toEqual([])
  await add(importer, 'Bilby')
  const [bilby] = importer.all()
  expect(await removeFabric(importer, bilby?.id ?? '')).toMatchObject({ name: 'Bilby' })
  expect(await removeFabric(importer, bilby?.id ?? '')).toBeUndefined()
  await expect.poll(() => found(near, 'bilby'), SOON).toEqual([])
  await add(importer, 'Numbat')
  expect(namesIn(await command('far'))).toEqual(['Numbat', 'Wombat'])
})

it('a folder that has the copy of another database gets a whole one', async () => {
  await add(await command('first'), 'Quokka')
  location = { ...location, url: await createPostgresDatabase() }
  await add(await command('second'), 'Wombat')
  expect(namesIn(await command('first'))).toEqual(['Wombat'])
})

it('six instances that start at once on an empty database load what is shipped once, and have one secret', async () => {
  const storage = (name: string) => ({ accounts: { ...location, pool: 2 }, folder: pathOf(name) })
  const instances = await Promise.all(
    Array.from({ length: 6 }, (_, index) => openDatabases(storage(`${index}`), { serves: true, log })),
  )
  opened.push(...instances)
  await Promise.all(
    instances.map((each) => seed(each, { directory: SHIPPED_DATA, serves: true, demo: true, log })),
  )
  expect(said).toEqual([])
  expect(new Set(await Promise.all(instances.map(({ accounts }) => accounts.cursorSecret()))).size).toBe(1)
  expect(
    await ask(`select split_part(value, '.', 2) as number from catalog_facts where key = 'version'`),
  ).toEqual([{ number: '1' }])
  for (const { catalog } of instances) {
    // On a busy machine an instance may wait for another one, and load the rest in the background.
    await expect.poll(() => found(catalog, 'kona mustard'), SOON).toEqual(['Mustard'])
  }
})

it('two imports at once are two versions, and neither is lost', async () => {
  const [one, other] = [await command('one'), await command('other')]
  await Promise.all([add(one, 'Quokka'), add(other, 'Wombat')])
  const reader = await command('reader')
  expect(reader.follower?.followed()).toMatchObject({ number: 2 })
  expect(namesIn(reader)).toEqual(['Quokka', 'Wombat'])
})

it('an import that changes nothing makes no version, and one that breaks off changes nothing', async () => {
  const importer = await command('command')
  await add(importer, 'Quokka')
  expect(await add(importer, 'Quokka')).toMatchObject({ added: 0, unchanged: 1 })
  await ask(
    `create function fail() returns trigger as $$ begin raise 'the disk is full'; end $$ language plpgsql`,
  )
  await ask(
    `create trigger fail before insert on catalog_facts for each row when (new.key = 'version') execute function fail()`,
  )
  await expect(add(importer, 'Wombat')).rejects.toThrow('the disk is full')
  expect(importer.follower?.followed()).toMatchObject({ number: 1 })
  expect(namesIn(await command('reader'))).toEqual(['Quokka'])
})

it('searches go on while newer versions are copied', async () => {
  const server = await instance('server')
  const importer = await command('command')
  await add(importer, 'Quokka')
  await expect.poll(() => found(server, 'quokka'), SOON).toEqual(['Quokka'])
  for (const name of ['Wombat', 'Numbat', 'Bilby']) {
    await add(importer, name)
    while ((await find(server, name)).length === 0) {
      expect(await find(server, 'quokka')).toEqual(['Quokka'])
      await new Promise(setImmediate)
    }
  }
})

it('a folder that cannot be written to stops the start, and nothing else', async () => {
  // A file where the folder should be: nobody can write there, not even root.
  writeFileSync(pathOf('server'), '')
  await expect(instance('server')).rejects.toThrow(/catalog .* cannot be opened/)
  rmSync(pathOf('server'))
  mkdirSync(pathOf('server'))
  await add(await command('command'), 'Quokka')
  expect(await found(await instance('server'), 'quokka')).toEqual(['Quokka'])
})

it('a damaged copy is set aside, logged, and copied again', async () => {
  const server = await command('server')
  await add(server, 'Quokka')
  await server.close()
  opened = []
  const [file = ''] = readdirSync(pathOf('server')).filter((name) => name.endsWith('.db'))
  writeFileSync(join(pathOf('server'), file), 'no catalog '.repeat(1_000))
  expect(namesIn(await command('server'))).toEqual(['Quokka'])
  expect(said).toEqual(['damaged catalog set aside and rebuilt; repeat your imports'])
})

it('what a newer release shipped is not replaced by an older one; an own import is no part of a release', async () => {
  const importer = await command('command')
  await ship(importer, '99.0.0', 'Quokka')
  expect(await ship(importer, '1.0.0', 'Wombat')).toBeUndefined()
  await add(importer, 'Numbat')
  expect(namesIn(importer)).toEqual(['Numbat', 'Quokka'])
})
