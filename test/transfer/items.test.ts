import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { exportText, importText } from './transferring.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openDatabase()
})
afterEach(() => database.close())

const createdAt = '2026-05-01T12:00:00.000Z'
const project = { type: 'project', id: 'prj_one', owner: 'ann', name: 'One', createdAt }
const member = { type: 'member', projectId: 'prj_one', userId: 'bob' }
const block = { type: 'block', id: 'blk_one', owner: 'ann', name: 'Star', createdAt }
const geometry = {
  schema: 'quilt-outline/1',
  kind: 'block',
  viewBox: [0, 0, 12, 12.5],
  note: 'of the editor',
}

const ndjson = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record)).join('\n')
const put = (records: readonly unknown[], options = {}) =>
  importText(database, 'items', ndjson(records), options)
async function exported(): Promise<unknown[]> {
  const lines = (await exportText(database, 'items')).trim().split('\n')
  const items = lines.map((line) => JSON.parse(line))
  expect(items.pop()).toEqual({ type: 'end', lines: items.length })
  return items
}
const idsOf = async () =>
  (await exported()).map((item) => item && typeof item === 'object' && 'id' in item && item.id)

describe('items', () => {
  it('change owners, and lose what a second import leaves out', async () => {
    await put([project, member, { ...block, projectId: 'prj_one', width: 12, tags: ['x'], geometry }])
    const changed = [
      { ...project, owner: 'bob', description: 'All of them' },
      { ...block, owner: 'bob' },
    ]
    expect(await put(changed, { mayMove: true })).toMatchObject({ added: 0, updated: 2 })
    expect(await exported()).toEqual(expect.arrayContaining(changed))
    expect(await exported()).toHaveLength(2)
    const page = { query: undefined, limit: 10, after: undefined }
    expect((await database.store.projects.list('ann', page)).items).toEqual([])
    expect(await database.store.assets.design('bob', 'blocks', 'blk_one')).toBeUndefined()
  })
})

describe('a bad item', () => {
  it.each<[string, unknown, RegExp]>([
    ['no type', { ...block, type: undefined }, /type/],
    ['an unknown type', { ...block, type: 'sofa' }, /type/],
    ['no owner', { ...block, owner: undefined }, /^owner/],
    ['an empty name', { ...block, name: '' }, /^name: is required/],
    ['an id with spaces', { ...block, id: 'blk one' }, /^id: must be/],
    ['no date', { ...block, createdAt: 'yesterday' }, /^createdAt: must be an instant/],
    ['a negative width', { ...block, width: -1 }, /^width/],
    ['an unknown layout', { ...block, type: 'quilt', layoutMode: 'round' }, /^layoutMode/],
    ['a colour that is none', { ...block, type: 'swatch', colorHex: 'teal' }, /^colorHex: must be #RRGGBB/],
    ['a member that nobody knows', { ...block, delted: true }, /Unrecognized key: "delted"/],
    [
      'a geometry that is no outline',
      { ...block, geometry: { foo: 1 } },
      /^geometry: must be the outline of/,
    ],
    ['the outline of a block', { ...block, type: 'quilt', geometry }, /^geometry: must be .* of a quilt/],
    [
      'another owner than before',
      { ...block, type: 'swatch', id: 'swt_one', owner: 'eve' },
      /^owner: the item/,
    ],
    ['a NUL in its name', { ...block, name: 'a\0' }, /^name: must be text without NUL/],
    [
      'a huge design',
      { ...block, geometry: { ...geometry, note: 'x'.repeat(1_048_576) } },
      /^geometry: must be at most 1 MiB/,
    ],
    ['a missing project', { ...block, projectId: 'prj_gone' }, /^projectId: there is no such project$/],
    ['a member of a missing project', { ...member, projectId: 'prj_gone' }, /^projectId: there is no such/],
    ['the id of a project', { ...block, id: 'prj_one' }, /^id: belongs to an item of another type$/],
    ['the id of a swatch', { ...block, id: 'swt_one' }, /^id: belongs to an item of another type$/],
    ['a project with the id of a swatch', { ...project, id: 'swt_one' }, /^id: belongs to an item/],
    ['no object', [block], /type|object/],
  ])('%s is reported with its line, and keeps everything out', async (_, bad, problem) => {
    const swatch = { ...block, type: 'swatch', id: 'swt_one' }
    const records = [project, swatch, bad, { ...block, id: 'blk_two' }]
    const problems = [[3, expect.stringMatching(problem)]]
    expect(await put(records)).toMatchObject({ read: 4, bad: 1, isDone: false, added: 0, problems })
    expect(await exported()).toEqual([])
    expect(await put(records, { skipBad: true })).toMatchObject({ bad: 1, isDone: true, added: 3, problems })
    expect((await idsOf()).sort()).toEqual(['blk_two', 'prj_one', 'swt_one'])
  })

  it('with a design that is nested without end is reported with its line, and can be left out', async () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
    const line = JSON.stringify({ ...block, geometry: 0 }).replace('"geometry":0', `"geometry":${deep}`)
    const text = `${ndjson([project])}\n${line}\n`
    const problems = [[2, 'is nested more than 64 levels deep']]
    expect(await importText(database, 'items', text)).toMatchObject({ bad: 1, isDone: false, problems })
    expect(await importText(database, 'items', text, { skipBad: true })).toMatchObject({ added: 1, problems })
  })

  it('of CSV is reported, for items are NDJSON', async () => {
    const { problems, isDone } = await importText(database, 'items', 'type,id\nblock,blk_one\n')
    expect([problems, isDone]).toEqual([
      [
        [1, 'not valid JSON'],
        [2, 'not valid JSON'],
      ],
      false,
    ])
  })
})

it.each([
  ['another has changed the same rows', 'serialization_failure'],
  ['another has stored a row of the same key', 'unique_violation'],
])('what is wrong is said once, although the transaction is repeated because %s', async (_, code) => {
  const postgres = await openDatabase('postgres')
  // The first transaction loses against another one when it is committed. A sequence counts on all the same.
  const statements = [
    'create sequence tries',
    `create function conflict() returns trigger language plpgsql as
      $$ begin if nextval('tries') = 1 then raise exception 'lost' using errcode = '${code}'; end if; return null; end $$`,
    'create constraint trigger conflict after insert on assets deferrable initially deferred for each row execute function conflict()',
  ]
  for (const statement of statements) await sql.raw(statement).execute(postgres.db)
  const block = { type: 'block', owner: 'ann', name: 'A', createdAt: '2026-05-01T12:00:00Z' }
  const records = [
    { ...block, id: 'blk_good' },
    { ...block, id: 'blk_stray', projectId: 'prj_none' },
  ]
  const text = records.map((record) => JSON.stringify(record)).join('\n')
  expect(await importText(postgres, 'items', text, { skipBad: true })).toMatchObject({
    added: 1,
    bad: 1,
    problems: [[2, 'projectId: there is no such project']],
  })
  await postgres.close()
})
