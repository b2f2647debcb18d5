export { type Catalog, openCatalog } from './catalog.ts'
export { catalogPathOf } from './catalog-file.ts'
export { type FileFabric, fabricLines, readFabrics } from './fabric-files.ts'
export {
  copyCatalog,
  importFabricFile,
  importFabrics,
  removeFabric,
} from './import.ts'
export { type Guides, readGuides } from './supplies.ts'
