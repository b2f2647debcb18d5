import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type TestDatabase } from '../accounts/databases.ts'
import { block, exportText, gone, importText, member, ndjson, OUTLINE, project } from './transferring.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openDatabase()
})
afterEach(() => database.close())

const put = (records: readonly unknown[], options = {}) =>
  importText(database, 'items', ndjson(records), options)
const idsOf = async () =>
  [...(await exportText(database, 'items')).matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id).sort()

const ONE = block('blk_one')
const ANOTHER_TYPE = /^id: belongs to an item of another type$/

it.each<[string, unknown, RegExp]>([
  ['no type', { ...ONE, type: undefined }, /type/],
  ['an unknown type', { ...ONE, type: 'sofa' }, /type/],
  ['an empty name', { ...ONE, name: '' }, /^name: is required/],
  ['an id with spaces', { ...ONE, id: 'blk one' }, /^id: must be/],
  ['no date', { ...ONE, createdAt: 'yesterday' }, /^createdAt: must be an instant/],
  ['a negative width', { ...ONE, width: -1 }, /^width/],
  ['a colour that is none', { ...ONE, type: 'swatch', colorHex: 'teal' }, /^colorHex: must be #RRGGBB/],
  ['a member that nobody knows', { ...ONE, delted: true }, /Unrecognized key: "delted"/],
  ['a geometry that is no outline', { ...ONE, geometry: { foo: 1 } }, /^geometry: must be the outline of/],
  [
    'an outline in another unit',
    { ...ONE, geometry: { ...OUTLINE, units: 'cm' } },
    /^geometry: must be the outline of a block .*; units: .* expected "in"$/,
  ],
  [
    'the outline of a block',
    { ...ONE, type: 'quilt', geometry: OUTLINE },
    /^geometry: must be .* of a quilt/,
  ],
  ['a NUL in its name', { ...ONE, name: 'a\0' }, /^name: must be text without NUL/],
  [
    'a huge design',
    { ...ONE, geometry: { ...OUTLINE, note: 'é'.repeat(600_000) } },
    /^geometry: must be at most 1 MiB/,
  ],
  ['a missing project', { ...ONE, projectId: 'prj_gone' }, /^projectId: there is no such project$/],
  ['a member of a missing project', { ...member, projectId: 'prj_gone' }, /^projectId: there is no such/],
  ['the id of a project', { ...ONE, id: 'prj_one' }, ANOTHER_TYPE],
  ['the id of a swatch', { ...ONE, id: 'swt_one' }, ANOTHER_TYPE],
  ['no object', [ONE], /type|object/],
  ['another owner than before', block('swt_one', { type: 'swatch', owner: 'eve' }), /^owner: the item/],
  [
    'a tombstone of another owner',
    gone({ ...project, owner: 'eve' }),
    /^owner: the item is of somebody else$/,
  ],
  ['a tombstone of another type', gone({ ...project, id: 'swt_one' }), ANOTHER_TYPE],
  ['a tombstone with a further member', { ...gone(project), why: 'sold' }, /Unrecognized key: "why"/],
  ['a tombstone of the owner as a member', { ...member, userId: 'ann', deleted: true }, /^userId: owns the/],
])('%s is reported with its line, and keeps everything out', async (_, bad, problem) => {
  const records = [project, block('swt_one', { type: 'swatch' }), bad, block('blk_two')]
  const problems = [[3, expect.stringMatching(problem)]]
  expect(await put(records)).toMatchObject({ read: 4, bad: 1, isDone: false, added: 0, problems })
  expect(await idsOf()).toEqual([])
  expect(await put(records, { skipBad: true })).toMatchObject({ bad: 1, isDone: true, added: 3, problems })
  expect(await idsOf()).toEqual(['blk_two', 'prj_one', 'swt_one'])
})

it('a design that is nested without end is reported with its line, and can be left out', async () => {
  const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  const line = JSON.stringify({ ...ONE, geometry: 0 }).replace('"geometry":0', `"geometry":${deep}`)
  const text = `${ndjson([project])}\n${line}\n`
  const problems = [[2, 'is nested more than 64 levels deep']]
  expect(await importText(database, 'items', text)).toMatchObject({ bad: 1, isDone: false, problems })
  expect(await importText(database, 'items', text, { skipBad: true })).toMatchObject({ added: 1, problems })
})

it('CSV is reported, for items are NDJSON', async () => {
  const { problems, isDone } = await importText(database, 'items', 'type,id\nblock,blk_one\n')
  const wrong = [1, 2].map((line) => [line, 'not valid JSON'])
  expect([problems, isDone]).toEqual([wrong, false])
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
  const text = ndjson([ONE, block('blk_stray', { projectId: 'prj_none' })])
  expect(await importText(postgres, 'items', text, { skipBad: true })).toMatchObject({
    added: 1,
    bad: 1,
    problems: [[2, 'projectId: there is no such project']],
  })
})
