import * as z from 'zod'
import { fabricAnswer } from '../core/fabric-answer.ts'
import { ASSET_RESOURCES } from '../core/repositories.ts'
import type { ToolRunner } from '../core/run-tool.ts'
import type { Caller, Draw, Tool } from '../core/tool.ts'

export type Fabric = z.output<typeof fabricAnswer>

const guide = z.object({
  slug: z.string(),
  name: z.string(),
  summary: z.string(),
  bestFor: z.string().optional(),
  priceRange: z.string().optional(),
  retailers: z.array(z.object({ name: z.string(), url: z.string() })).default([]),
})
export type Guide = z.output<typeof guide>

const project = z.object({ id: z.string(), name: z.string(), archived: z.boolean().default(false) })
export type Project = z.output<typeof project>

const asset = z.object({
  id: z.string(),
  name: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  gridRows: z.number().optional(),
  gridCols: z.number().optional(),
  blockSize: z.number().optional(),
  shapeCount: z.number().optional(),
  projectId: z.string().optional(),
  colorHex: z.string().optional(),
  layoutMode: z.string().optional(),
  tags: z.array(z.string()).default([]),
  archived: z.boolean().default(false),
  description: z.string().optional(),
  geometry: z.unknown().optional(),
  geometryStatus: z.string().optional(),
})
export type Asset = z.output<typeof asset>

/** A tool, and what pages read from its answer. */
interface Question<Data> {
  readonly tool: string
  readonly answer: z.ZodType<Data>
}

const question = <Data>(tool: string, answer: z.ZodType<Data>): Question<Data> => ({ tool, answer })
const cursor = { cursor: z.string().nullable() }
const resource = z.enum(ASSET_RESOURCES)

export const ASK = {
  fabrics: question('search_fabric_catalog', z.object({ fabrics: z.array(fabricAnswer), ...cursor })),
  supplies: question('browse_supplies', z.object({ items: z.array(guide), totalMatching: z.number() })),
  projects: question('list_my_projects', z.object({ projects: z.array(project), ...cursor })),
  items: question('list_my_assets', z.object({ resource, assets: z.array(asset), ...cursor })),
  item: question('get_asset', z.object({ resource, asset })),
}

/**
 * Calls a tool for a page, with the same handler and the same checks of input and output as on every other
 * surface.
 */
export type CallTool = <Data>(
  question: Question<Data>,
  input: Readonly<Record<string, unknown>>,
  caller?: Caller,
) => Promise<{ readonly data: Data; readonly notes: readonly string[]; readonly draw: Draw | undefined }>

/** @param tools must contain every tool that pages call. */
export function createCallTool(tools: readonly Tool[], runner: ToolRunner): CallTool {
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  return async ({ tool: name, answer }, input, caller) => {
    const tool = byName.get(name)
    if (tool === undefined) throw new Error(`there is no tool ${name}`)
    // Absent arguments are left out, as on every surface.
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const { json, notes, draw } = await runner.serve(tool, given, caller, { notes: true })
    return { data: answer.parse(JSON.parse(json)), notes, draw }
  }
}

export interface Gathered<Item> {
  readonly items: readonly Item[]
  /** The cursor of the next page. */
  readonly cursor: string | null
  readonly notes: readonly string[]
}

/** Fabrics of several calls, because a page for people shows more than one answer for agents holds. */
export async function gatherFabrics(
  call: CallTool,
  input: Readonly<Record<string, unknown>>,
  most: number,
): Promise<Gathered<Fabric>> {
  const items: Fabric[] = []
  let notes: readonly string[] = []
  let cursor: string | null = null
  do {
    const answer: Awaited<ReturnType<typeof askOnce>> = await askOnce(call, input, cursor)
    if (items.length === 0) notes = answer.notes
    items.push(...answer.data.fabrics)
    cursor = answer.data.cursor
  } while (cursor !== null && items.length < most)
  return { items, cursor, notes }
}

function askOnce(call: CallTool, input: Readonly<Record<string, unknown>>, cursor: string | null) {
  return call(ASK.fabrics, cursor === null ? input : { ...input, cursor })
}
