import type { Measured } from './rows.ts'

export const FRAMEWORKS = ['mcp-sdk', 'mcp-sdk1-express', 'mcp-fastmcp']
const REST_FRAMEWORKS = ['rest-h3', 'rest-fastify']

/** The table of the README. */
export function summary(measured: readonly Measured[]): string {
  const found = (server: string, what: string) =>
    measured.find((each) => each.server === server && each.what === what)
  /** The best of several; one that did not start is left out. */
  const best = (what: string, servers: readonly string[]) =>
    servers
      .flatMap((name) => found(name, what) ?? [])
      .toSorted((a, b) => b.rate - a.rate)
      .at(0)
  const shown = (each: Measured | undefined) =>
    each === undefined ? '' : Math.round(each.rate).toLocaleString('en')
  const row = (what: string, server: string, asked: string) => {
    const isRest = asked.startsWith('GET')
    const others = [
      best(asked, isRest ? REST_FRAMEWORKS : FRAMEWORKS),
      found(isRest ? 'rest-node' : 'mcp-node', asked),
    ]
    return `| ${[what, ...[found(server, asked), ...others].map(shown)].join(' | ')} |`
  }
  return [
    '| | Selvage | best framework | by hand, `node:http` |',
    '| --- | --: | --: | --: |',
    row('REST search, asked for the first time', 'ours, nothing kept', 'GET distinct'),
    row('REST search, asked before', 'ours', 'GET distinct'),
    row('MCP `tools/call`, asked for the first time', 'ours, nothing kept', '2025 call distinct'),
    row('MCP `tools/call`, asked before', 'ours', '2025 call distinct'),
    row('MCP `tools/list`', 'ours', '2025 list'),
  ].join('\n')
}
