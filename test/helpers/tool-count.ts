import { tools } from '../../tools/index.ts'

/** How many tools MCP offers. */
export const TOOL_COUNT = tools.filter(({ surfaces }) => surfaces.includes('mcp')).length
