export type { Catalog } from './catalog.ts'
export { type FileFabric, fabricLines, readFabrics } from './fabric-files.ts'
export {
  copyCatalog,
  type FabricImportOptions,
  importFabricFile,
  importFabrics,
  removeFabric,
} from './import.ts'
export { catalogPathOf, copyPathOf, openCatalog } from './open-catalog.ts'
export { type Guides, readGuides } from './supplies.ts'
