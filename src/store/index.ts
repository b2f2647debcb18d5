import type { Kysely } from 'kysely'
import type { Store } from '../kit/repositories.ts'
import { createAssets } from './assets.ts'
import { createProjects } from './projects.ts'
import type { Database } from './schema.ts'
import { createSqliteFabrics } from './sqlite-fabrics.ts'
import { createSupplies } from './supplies.ts'

/** All repositories over one database. */
export function createStore(db: Kysely<Database>): Store {
  return {
    projects: createProjects(db),
    assets: createAssets(db),
    fabrics: createSqliteFabrics(db),
    supplies: createSupplies(db),
  }
}
