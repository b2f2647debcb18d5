import type { Store } from '../kit/repositories.ts'
import { createAssets } from './assets.ts'
import type { Databases } from './databases.ts'
import { createProjects } from './projects.ts'
import { createSqliteFabrics } from './sqlite-fabrics.ts'
import { createSupplies } from './supplies.ts'

/** All repositories. */
export function createStore({ accounts, catalog }: Pick<Databases, 'accounts' | 'catalog'>): Store {
  return {
    projects: createProjects(accounts),
    assets: createAssets(accounts),
    fabrics: createSqliteFabrics(catalog),
    supplies: createSupplies(catalog),
  }
}
