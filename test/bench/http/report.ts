import type { Measured, Run } from './rows.ts'

export const FRAMEWORKS = ['mcp-sdk', 'mcp-sdk1-express', 'mcp-fastmcp']
const REST_FRAMEWORKS = ['rest-h3', 'rest-fastify']

/** How many times as many requests one row answers as another. */
export interface Ratio {
  /** In the same time. */
  readonly inTime: number
  /** In the same time of the processor, so that neither the load nor anything else on the machine counts. */
  readonly onProcessor?: number
}

const rounded = (value: number) => Math.round(value * 100) / 100

/** The middle of the rounds. What disturbs the machine for longer disturbs both rows of a round. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return rounded(sorted[Math.floor(sorted.length / 2)] ?? Number.NaN)
}

function ratio(ours: Measured, theirs: Measured): Ratio {
  const ofRounds = (read: (our: Run, their: Run) => number) =>
    middle(
      ours.rounds.flatMap((our, at) => {
        const their = theirs.rounds[at]
        return their === undefined ? [] : [read(our, their)]
      }),
    )
  return {
    inTime: ofRounds((our, their) => our.rate / their.rate),
    onProcessor: ofRounds((our, their) => their.cpu / our.cpu),
  }
}

/** Finds rows of a run. */
function rowsIn(measured: readonly Measured[]) {
  const row = (server: string, what: string) =>
    measured.find((each) => each.server === server && each.what === what)
  /** The best of several; one that did not start is left out. */
  const best = (what: string, servers: readonly string[] = FRAMEWORKS) =>
    servers
      .flatMap((name) => row(name, what) ?? [])
      .toSorted((a, b) => b.rate - a.rate)
      .at(0)
  return { row, best }
}

/** The ratios of the rows that were measured. */
export function ratiosOf(measured: readonly Measured[], commits: number): Readonly<Record<string, Ratio>> {
  const { row, best } = rowsIn(measured)
  const pairs: Readonly<Record<string, readonly [Measured | undefined, Measured | undefined]>> = {
    'REST search / floor, distinct': [row('ours', 'GET distinct'), row('rest-node', 'GET distinct')],
    'REST search / floor, mix': [row('ours', 'GET mix'), row('rest-node', 'GET mix')],
    'REST search uncached / floor, distinct': [
      row('ours, nothing kept', 'GET distinct'),
      row('rest-node', 'GET distinct'),
    ],
    'REST uncached, two workers / one': [
      row('ours, nothing kept, 2 workers', 'GET distinct'),
      row('ours, nothing kept', 'GET distinct'),
    ],
    'signed in / anonymous, REST': [row('ours', 'GET distinct, token'), row('ours', 'GET distinct')],
    'signed in / anonymous, MCP': [
      row('ours', '2025 call distinct, token'),
      row('ours', '2025 call distinct'),
    ],
    'tools/call / best framework, distinct': [row('ours', '2025 call distinct'), best('2025 call distinct')],
    'tools/call uncached / best framework, distinct': [
      row('ours, nothing kept', '2025 call distinct'),
      best('2025 call distinct'),
    ],
    'tools/call / best framework, mix': [row('ours', '2025 call mix'), best('2025 call mix')],
    'tools/call / our REST': [row('ours', '2025 call distinct'), row('ours', 'GET distinct')],
    'tools/list / best framework': [row('ours', '2025 list'), best('2025 list')],
    'two workers / one, mix': [row('ours, 2 workers', 'GET mix'), row('ours', 'GET mix')],
  }
  const ratios = Object.entries(pairs).flatMap(([name, [ours, theirs]]): [string, Ratio][] =>
    ours === undefined || theirs === undefined ? [] : [[name, ratio(ours, theirs)]],
  )
  const creates = row('ours', 'POST project, token')
  if (creates !== undefined)
    ratios.push(['creates / single commits to the disk', { inTime: rounded(creates.rate / commits) }])
  return Object.fromEntries(ratios)
}

export const ratioText = ({ inTime, onProcessor }: Ratio): string =>
  onProcessor === undefined ? `${inTime}` : `${inTime} (${onProcessor} for the same time of the processor)`

/** The table of the README. */
export function summary(measured: readonly Measured[]): string {
  const { row: found, best } = rowsIn(measured)
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
