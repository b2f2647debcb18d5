import { allTools } from '../../tools/index.ts'

/** Of the tools that MCP offers. */
export const TOOL_COUNT = allTools.filter(({ isRestOnly }) => !isRestOnly).length
