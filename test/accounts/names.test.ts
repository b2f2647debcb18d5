import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Item } from '../../src/accounts/index.ts'
import { KINDS, openDatabase, putItems, type TestDatabase } from './databases.ts'

const NAMES = [
  'Piñata Wall Hanging',
  "Bear's Paw",
  'Fifty Greys',
  'Log Cabin #2',
  '100% Wool_Blanket',
  '🪡',
  '?!',
]

describe.each(KINDS)('%s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabase(kind)
    await putItems(
      database,
      NAMES.flatMap((name, index): Item[] => {
        const common = { owner: 'user_1', name, archived: false, createdAt: NAMES.length - index }
        return [
          { ...common, type: 'quilt', id: `qlt_${index}`, tags: [] },
          { ...common, type: 'project', id: `prj_${index}` },
        ]
      }),
    )
  })
  afterAll(() => database.close())

  describe('[§1.ownership] own items by name', () => {
    it.each([
      ['pinata', ['Piñata Wall Hanging']],
      ['hanging PIÑATA', ['Piñata Wall Hanging']],
      ['bears', ["Bear's Paw"]],
      ['aw', ["Bear's Paw"]],
      ['gray', ['Fifty Greys']],
      ['a', ['Piñata Wall Hanging', "Bear's Paw", 'Fifty Greys', 'Log Cabin #2', '100% Wool_Blanket']],
      ['2', ['Log Cabin #2']],
      ['wool blanket', ['100% Wool_Blanket']],
      ['%', ['100% Wool_Blanket']],
      ['_', ['100% Wool_Blanket']],
      ['🪡', ['🪡']],
      ['?', ['?!']],
      ['!?', []],
      ["'; drop table assets; --", []],
      ['cabin pinata', []],
      ['\\', []],
    ])('%j', async (query, names) => {
      const { assets, projects } = database.store
      const page = { query, limit: 50, after: undefined }
      const quilts = await assets.list('user_1', { ...page, resource: 'quilts', projectId: undefined })
      expect(quilts.items.map(({ name }) => name)).toEqual(names)
      expect((await projects.list('user_1', page)).items.map(({ name }) => name)).toEqual(names)
    })
  })
})
