import { allTools } from '../../tools/index.ts'

/** How many tools MCP offers. */
export const TOOL_COUNT = allTools.filter(({ isRestOnly }) => !isRestOnly).length
