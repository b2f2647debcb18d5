import type { Store } from '../kit/repositories.ts'
import { createAssets } from './assets.ts'
import { whileAvailable } from './availability.ts'
import type { Databases } from './databases.ts'
import { createProjects } from './projects.ts'
import { createSqliteFabrics } from './sqlite-fabrics.ts'
import { createSupplies } from './supplies.ts'

/** All repositories. */
export function createStore({
  accounts,
  catalog,
  availability,
}: Pick<Databases, 'accounts' | 'catalog' | 'availability'>): Store {
  return {
    ...whileAvailable({ projects: createProjects(accounts), assets: createAssets(accounts) }, availability),
    fabrics: createSqliteFabrics(catalog),
    supplies: createSupplies(catalog),
  }
}
