import type { Tool } from '../src/core/tool.ts'
import browseSupplies from './browse-supplies.ts'
import createBlockStub from './create-block-stub.ts'
import createProject from './create-project.ts'
import getAsset from './get-asset.ts'
import getAuthMe from './get-auth-me.ts'
import listMyAssets from './list-my-assets.ts'
import listMyProjects from './list-my-projects.ts'
import searchFabricCatalog from './search-fabric-catalog.ts'

/** Everything the service does; the order is that of `tools/list` and of every document. */
export const tools: readonly Tool[] = [
  searchFabricCatalog,
  browseSupplies,
  listMyProjects,
  createProject,
  listMyAssets,
  getAsset,
  createBlockStub,
  getAuthMe,
]
