import type * as z from 'zod'
import type { Tool } from '../src/core/tool.ts'
import browseSupplies from './browse-supplies.ts'
import createBlockStub from './create-block-stub.ts'
import createProject from './create-project.ts'
import getAsset from './get-asset.ts'
import getAuthMe from './get-auth-me.ts'
import listMyAssets from './list-my-assets.ts'
import listMyProjects from './list-my-projects.ts'
import searchFabricCatalog from './search-fabric-catalog.ts'

/** For surfaces that run one of them and read its result. */
export const tools = {
  searchFabricCatalog,
  browseSupplies,
  listMyProjects,
  createProject,
  listMyAssets,
  getAsset,
  createBlockStub,
  getAuthMe,
}

export type AnswerOf<Name extends keyof typeof tools> = z.output<(typeof tools)[Name]['output']>

/** In the order of `tools/list` and of every document. */
export const allTools: readonly Tool[] = Object.values(tools)
