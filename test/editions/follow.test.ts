import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Accounts, openAccounts } from '../../src/accounts/index.ts'
import { FORMAT } from '../../src/catalog/index.ts'
import { SILENT } from '../../src/core/log.ts'
import { type Databases, openDatabases } from '../../src/databases.ts'
import { fetchFile } from '../../src/editions/file.ts'
import { followEditions } from '../../src/editions/follow.ts'
import { publishCatalog } from '../../src/editions/index.ts'
import { createEditionStore, type EditionStore, type Fetch } from '../../src/editions/store.ts'
import { seed } from '../../src/seed.ts'
import { openDatabase, SHIPPED_DATA, type TestDatabase } from '../accounts/databases.ts'
import { temporaryFolder } from '../helpers/files.ts'

/** Instances look twenty times a second. */
const POLL = 0.05
const SOON = { timeout: 20_000, interval: 50 }

let database: TestDatabase
let folder: ReturnType<typeof temporaryFolder>
let opened: Databases[]
let said: string[]
beforeEach(async () => {
  database = await openDatabase('postgres')
  folder = temporaryFolder()
  opened = []
  said = []
})
afterEach(async () => {
  for (const databases of opened) await databases.close()
  await database.close()
  folder.remove()
})

const log = { ...SILENT, error: (_: object, message: string) => void said.push(message) }

const pathOf = (name: string) => join(folder.path, name)
const modeOf = (name: string) => (statSync(pathOf(name)).mode & 0o777).toString(8)

/** The editions as an instance has them that fetches by itself: a worker takes longer to start than all the rest. */
function storeOf(accounts: Accounts, name: string): EditionStore {
  const fetch: Fetch = (edition, path) => fetchFile(accounts.editions, edition, path)
  return createEditionStore(accounts, pathOf(name), fetch, log)
}

/** An instance with a folder of its own; one that follows new editions, or a command. */
async function instance(name: string, follows = true): Promise<Databases> {
  const accounts = await openAccounts(database.location)
  const poll = follows ? POLL : undefined
  const catalog = await followEditions({ store: storeOf(accounts, name), log, poll })
  const close = async () => {
    await catalog.close()
    await accounts.close()
  }
  const databases = { accounts, catalog, close }
  opened.push(databases)
  return databases
}

const fabric = (name: string) => ({ manufacturer: 'Aaa Mills', collection: 'First', name })
const add = ({ catalog }: Databases, ...names: string[]) => catalog.importFabrics([names.map(fabric)])
const FILTER = { manufacturer: undefined, collection: undefined, limit: 25, after: undefined }
const find = async ({ catalog }: Databases, query: string) => {
  const { items } = await catalog.fabrics.search({ ...FILTER, query })
  return items.map(({ name }) => name)
}
const numbers = async () => (await database.accounts.editions.of(FORMAT)).map(({ number }) => number)

it('an import publishes an edition, which every instance takes over', async () => {
  const server = (name: string) =>
    openDatabases(
      { accounts: database.location, folder: pathOf(name), poll: POLL },
      { log, onProblem: () => {} },
    )
  const [one, other] = await Promise.all([server('one'), server('other')])
  opened.push(one, other)
  await expect(find(one, 'quokka')).rejects.toMatchObject({ code: 'catalog_unavailable' })
  const command = await instance('command', false)
  expect(await add(command, 'Quokka', 'Wombat')).toMatchObject({ added: 2 })
  expect(await find(command, 'quokka')).toEqual(['Quokka'])
  for (const each of [one, other])
    await expect.poll(() => find(each, 'quokka').catch(() => []), SOON).toEqual(['Quokka'])
  expect(await add(command, 'Numbat')).toMatchObject({ added: 1 })
  for (const each of [one, other]) await expect.poll(() => find(each, 'numbat'), SOON).toEqual(['Numbat'])
  expect(await find(one, 'quokka')).toEqual(['Quokka'])
  expect(['one', 'other', 'command'].map(modeOf)).toEqual(['700', '700', '700'])
})

it('six instances that start at once on an empty database publish what is shipped once', async () => {
  const instances = await Promise.all(Array.from({ length: 6 }, (_, index) => instance(`${index}`, false)))
  const seeded = instances.map((databases) => seed(databases, { directory: SHIPPED_DATA, demo: true, log }))
  await Promise.all(seeded)
  expect(said).toEqual([])
  // The fabrics and the guides in one.
  expect(await numbers()).toEqual([1])
  for (const { catalog } of instances) {
    expect(catalog.problem()).toBeUndefined()
    expect(
      (await catalog.supplies.browse({ category: 'rulers', query: undefined, limit: 3 })).totalMatching,
    ).toBe(18)
  }
})

it('two imports at once make two editions, and neither is lost', async () => {
  const [one, other] = [await instance('one', false), await instance('other', false)]
  await Promise.all([add(one, 'Quokka'), add(other, 'Wombat')])
  expect(await numbers()).toEqual([2, 1])
  const reader = await instance('reader', false)
  expect(await find(reader, 'quokka')).toEqual(['Quokka'])
  expect(await find(reader, 'wombat')).toEqual(['Wombat'])
})

it('an import that changes nothing publishes nothing', async () => {
  const command = await instance('command', false)
  await add(command, 'Quokka')
  expect(await add(command, 'Quokka')).toMatchObject({ added: 0 })
  expect(await numbers()).toEqual([1])
})

it('searches go on while editions are swapped, and old files are removed', async () => {
  const server = await instance('server')
  const command = await instance('command', false)
  await add(command, 'Quokka')
  await expect.poll(() => find(server, 'quokka').catch(() => []), SOON).toEqual(['Quokka'])
  let isOver = false
  const failures: unknown[] = []
  const searching = (async () => {
    while (!isOver) {
      await find(server, 'quokka').then(
        (names) => names.length === 1 || failures.push(names),
        (error) => failures.push(error),
      )
      await new Promise(setImmediate)
    }
  })()
  for (const name of ['Wombat', 'Numbat', 'Bilby']) {
    await add(command, name)
    await expect.poll(() => find(server, name), SOON).toEqual([name])
  }
  isOver = true
  await searching
  expect(failures).toEqual([])
  const files = () => readdirSync(join(folder.path, 'server')).filter((name) => name.endsWith('.db'))
  await expect.poll(files, SOON).toHaveLength(2)
})

it('a damaged edition is not taken, and said once; the one before stays, and the next is taken', async () => {
  const server = await instance('server')
  const command = await instance('command', false)
  await add(command, 'Quokka')
  await expect.poll(() => find(server, 'quokka').catch(() => []), SOON).toEqual(['Quokka'])
  // Published and damaged before anybody looks.
  const edition = { format: FORMAT, number: 2, release: '1.0.0', chunks: 1, sha256: 'none' }
  await database.db
    .insertInto('edition_chunks')
    .values({ format: FORMAT, number: 2, position: 0, bytes: Buffer.from('?') })
    .execute()
  await database.db.insertInto('editions').values(edition).execute()
  await expect.poll(() => said, SOON).toHaveLength(1)
  expect(said[0]).toContain('damaged')
  expect(await find(server, 'quokka')).toEqual(['Quokka'])
  // A start takes the one before, and an import builds upon it.
  const fresh = await instance('fresh', false)
  expect(await find(fresh, 'quokka')).toEqual(['Quokka'])
  await add(fresh, 'Wombat')
  await expect.poll(() => find(server, 'wombat'), SOON).toEqual(['Wombat'])
  expect(await find(server, 'quokka')).toEqual(['Quokka'])
})

it('a folder that cannot be written to is said, and the edition is taken once it can', async () => {
  const server = await instance('server')
  // A file where the folder should be: nobody can write there, not even root.
  writeFileSync(join(folder.path, 'server'), '')
  const command = await instance('command', false)
  await add(command, 'Quokka')
  await expect.poll(() => said.length, SOON).toBeGreaterThan(0)
  rmSync(join(folder.path, 'server'))
  mkdirSync(join(folder.path, 'server'))
  await expect.poll(() => find(server, 'quokka').catch(() => []), SOON).toEqual(['Quokka'])
})

it('a release with another index format builds its own edition from the last one, which stays for the others', async () => {
  const command = await instance('command', false)
  await add(command, 'Quokka')
  await database.db
    .updateTable('editions')
    .set({ format: FORMAT - 1 })
    .execute()
  await database.db
    .updateTable('edition_chunks')
    .set({ format: FORMAT - 1 })
    .execute()
  const newer = await instance('newer', false)
  await expect(find(newer, 'quokka')).rejects.toMatchObject({ code: 'catalog_unavailable' })
  await add(newer, 'Wombat')
  expect(await find(newer, 'quokka')).toEqual(['Quokka'])
  expect(await database.accounts.editions.of(FORMAT - 1)).toHaveLength(1)
})

it('what a newer release shipped is not replaced by an older one', async () => {
  const command = await instance('command', false)
  await seed(command, { directory: SHIPPED_DATA, demo: false, log })
  await database.db.updateTable('editions').set({ release: '99.0.0' }).execute()
  const before = await numbers()
  await command.catalog.replaceSupplies(new Map(), { mark: { key: 'seed:supplies', value: 'older' } })
  expect(await numbers()).toEqual(before)
  // Somebody's own import is no part of a release.
  await add(command, 'Quokka')
  expect(await database.accounts.editions.of(FORMAT)).toMatchObject([{ release: '99.0.0' }, {}])
})

it('a copied catalog is an edition like any other', async () => {
  const source = await openDatabases({ accounts: { kind: 'sqlite', path: join(folder.path, 'source.db') } })
  opened.push(source)
  await add(source, 'Quokka')
  await publishCatalog(database.accounts, source.catalog, pathOf('copies'))
  expect(await find(await instance('one', false), 'quokka')).toEqual(['Quokka'])
  expect([readdirSync(pathOf('copies')), modeOf('copies')]).toEqual([[], '700'])
})

it('an instance whose first look fails does not wait for the next usual one', async () => {
  const command = await instance('command', false)
  await add(command, 'Quokka')
  const store = storeOf(command.accounts, 'late')
  let looks = 0
  const all = () => {
    looks += 1
    return looks === 1 ? Promise.reject(new Error('PostgreSQL is busy')) : store.all()
  }
  const catalog = await followEditions({ store: { ...store, all }, log, poll: 3_600 })
  expect(catalog.problem()).toBe('The catalog is empty.')
  await expect.poll(() => catalog.problem(), SOON).toBeUndefined()
  expect([looks, said.length]).toEqual([2, 1])
  await catalog.close()
})
