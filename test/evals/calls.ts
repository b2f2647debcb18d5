import type { ExpectedCall } from './task.ts'

/** An answer in which something stands so many times or more often: other tasks add items. */
export const atLeast = (count: number, part: string): RegExp => new RegExp(`(?:${part}.*?){${count}}`)

/** An answer in which something stands exactly so many times. */
export const exactly = (count: number, part: string): RegExp => {
  const other = `(?:(?!${part}).)*`
  return new RegExp(`^${other}(?:${part}${other}){${count}}$`)
}

const fabrics = 'search_fabric_catalog'

/** A search of the catalog. */
export const search = (
  args: Readonly<Record<string, unknown>>,
  answer: RegExp,
  accepts: Readonly<Record<string, RegExp>> = { query: /./, manufacturer: /./, collection: /./ },
): ExpectedCall => ({ tool: fabrics, arguments: args, answer, accepts })

/** The guides of a category. */
export const browse = (category: string, query: string | undefined, answer: RegExp): ExpectedCall => ({
  tool: 'browse_supplies',
  arguments: { category, ...(query === undefined ? {} : { query }) },
  answer,
  accepts: { query: /./ },
})

/** Own items of one kind. */
export const list = (
  resource: string,
  args: Readonly<Record<string, unknown>>,
  answer: RegExp,
): ExpectedCall => ({
  tool: 'list_my_assets',
  arguments: { resource, ...args },
  answer,
  accepts: { query: /./ },
})

export const projects = (query: string | undefined, answer: RegExp): ExpectedCall => ({
  tool: 'list_my_projects',
  arguments: query === undefined ? {} : { query },
  answer,
  accepts: { query: /./ },
})

/** An item that the call before has found, or that of another id. */
export const read = (
  resource: string,
  answer: RegExp,
  { id = '{0.assets.0.id}', outline = false } = {},
): ExpectedCall => ({
  tool: 'get_asset',
  arguments: { resource, id, ...(outline ? { includeGeometry: true } : {}) },
  answer,
  accepts: { includeGeometry: /./ },
})

export const newProject = (name: string): ExpectedCall => ({
  tool: 'create_project',
  arguments: { name },
  answer: /"projectId":"prj_/,
  accepts: { name: /./, description: /./ },
})

export const newBlock = (width: number, height: number, name = 'New block'): ExpectedCall => ({
  tool: 'create_block_stub',
  arguments: { name, finishedWidthInches: width, finishedHeightInches: height },
  answer: /"blockId":"blk_[^"]+".*"url":"/,
  accepts: { name: /./ },
})
