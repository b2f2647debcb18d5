import type { Measured } from './rows.ts'

export const FRAMEWORKS = ['mcp-sdk', 'mcp-sdk1-express', 'mcp-fastmcp']
const REST_FRAMEWORKS = ['rest-h3', 'rest-fastify']

/** Reads the rates of a run. */
function ratesOf(measured: readonly Measured[]) {
  const rate = (server: string, what: string) =>
    measured.find((row) => row.server === server && row.what === what)?.rate ?? Number.NaN
  /** The best of several; one that did not start is left out. */
  const best = (what: string, servers: readonly string[] = FRAMEWORKS) =>
    Math.max(...servers.map((name) => rate(name, what)).filter((value) => !Number.isNaN(value)))
  return { rate, best }
}

/** How many times as many requests one row answers as another. */
export function ratiosOf(measured: readonly Measured[], commits: number) {
  const { rate, best } = ratesOf(measured)
  const ratio = (ours: number, theirs: number) => Math.round((ours / theirs) * 100) / 100
  return {
    'REST search / floor, distinct': ratio(rate('ours', 'GET distinct'), rate('rest-node', 'GET distinct')),
    'REST search / floor, mix': ratio(rate('ours', 'GET mix'), rate('rest-node', 'GET mix')),
    'REST search uncached / floor, distinct': ratio(
      rate('ours, nothing kept', 'GET distinct'),
      rate('rest-node', 'GET distinct'),
    ),
    'REST uncached, two workers / one': ratio(
      rate('ours, nothing kept, 2 workers', 'GET distinct'),
      rate('ours, nothing kept', 'GET distinct'),
    ),
    'signed in / anonymous, REST': ratio(rate('ours', 'GET distinct, token'), rate('ours', 'GET distinct')),
    'signed in / anonymous, MCP': ratio(
      rate('ours', '2025 call distinct, token'),
      rate('ours', '2025 call distinct'),
    ),
    'tools/call / best framework, distinct': ratio(
      rate('ours', '2025 call distinct'),
      best('2025 call distinct'),
    ),
    'tools/call uncached / best framework, distinct': ratio(
      rate('ours, nothing kept', '2025 call distinct'),
      best('2025 call distinct'),
    ),
    'tools/call / best framework, mix': ratio(rate('ours', '2025 call mix'), best('2025 call mix')),
    'tools/call / our REST': ratio(rate('ours', '2025 call distinct'), rate('ours', 'GET distinct')),
    'tools/list / best framework': ratio(rate('ours', '2025 list'), best('2025 list')),
    'creates / single commits to the disk': ratio(rate('ours', 'POST project, token'), commits),
  }
}

/** The table of the README. */
export function summary(measured: readonly Measured[]): string {
  const { rate, best } = ratesOf(measured)
  const shown = (each: number) => Math.round(each).toLocaleString('en')
  const row = (what: string, server: string, asked: string) => {
    const isRest = asked.startsWith('GET')
    const others = [
      best(asked, isRest ? REST_FRAMEWORKS : FRAMEWORKS),
      rate(isRest ? 'rest-node' : 'mcp-node', asked),
    ]
    return `| ${[what, ...[rate(server, asked), ...others].map(shown)].join(' | ')} |`
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
