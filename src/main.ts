import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { UsageError } from './config/config.ts'
import { codeOf, plainWords } from './files/index.ts'
import { VERSION } from './version.ts'

const HELP =
  'npx --no -- selvage --help lists the commands and their options; docs/settings.md the variables of the environment.'

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  user: { type: 'string' },
  'skip-bad': { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'replace-maker': { type: 'boolean' },
  force: { type: 'boolean' },
  owner: { type: 'string' },
  replace: { type: 'boolean' },
  since: { type: 'string' },
  move: { type: 'boolean' },
} as const

function timeOf(since: string | undefined) {
  if (since === undefined) return undefined
  const time = /^\d{4}-\d\d-\d\dT/.test(since) ? Date.parse(since) : Number.NaN
  if (Number.isNaN(time)) throw new UsageError('--since needs an instant, such as 2026-05-01T12:00:00Z.')
  return time
}

const parse = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS })

type Values = ReturnType<typeof parse>['values']

interface Command {
  options?: readonly (keyof typeof OPTIONS)[]
  run(operands: readonly string[], values: Values): Promise<void>
}

// Loaded on demand: each command needs other parts.
const data = () => import('./cli/data.ts')

const importing =
  (what: 'fabrics' | 'items'): Command['run'] =>
  async ([file = ''], { owner, replace, since, move, force, ...values }) => {
    if (replace && owner === undefined) throw new UsageError('--replace needs --owner ID.')
    return (await data()).importFile(what, file, {
      skipBad: values['skip-bad'] ?? false,
      isDryRun: values['dry-run'] ?? false,
      owner,
      isReplacing: replace ?? values['replace-maker'],
      since: timeOf(since),
      mayMove: move,
      isForced: force,
    })
  }

const exporting =
  (what: 'fabrics' | 'items'): Command['run'] =>
  async ([file], { force = false, since }) =>
    (await data()).exportFile(what, file, { mayOverwrite: force, since: timeOf(since) })

/** By what is typed: the name, then operands in capitals. Those in brackets are optional. */
const COMMANDS: Record<string, Command> = {
  serve: { run: async () => (await import('./cli/serve.ts')).serve() },
  stdio: { run: async () => (await import('./cli/start.ts')).stdio() },
  token: { options: ['user'], run: async (_, { user }) => (await import('./cli/token.ts')).token(user) },
  prepare: { run: async () => (await import('./cli/start.ts')).prepare() },
  copy: { options: ['from', 'to'], run: async (_, { from, to }) => (await data()).copy(from, to) },
  'import fabrics FILE': {
    options: ['skip-bad', 'dry-run', 'replace-maker', 'force'],
    run: importing('fabrics'),
  },
  'import items FILE': {
    options: ['skip-bad', 'dry-run', 'owner', 'replace', 'since', 'move', 'force'],
    run: importing('items'),
  },
  'export fabrics [FILE]': { options: ['force'], run: exporting('fabrics') },
  'export items [FILE]': { options: ['force', 'since'], run: exporting('items') },
  'export user ID [FILE]': {
    options: ['force'],
    run: async ([userId = '', file], { force = false }) =>
      (await data()).exportFile('items', file, { mayOverwrite: force, userId }),
  },
  'delete user ID': { run: async ([id = '']) => (await data()).remove('user', id) },
  'delete item ID': { run: async ([id = '']) => (await data()).remove('item', id) },
  'delete fabric ID': { run: async ([id = '']) => (await data()).deleteFabric(id) },
  'catalog stats': { run: async () => (await data()).catalogStats() },
  'backup FILE': { run: async ([file = '']) => (await data()).backupTo(file) },
  'restore FILE': { run: async ([file = '']) => (await data()).restoreFrom(file) },
  'check accounts FILE': {
    run: async ([file = '']) => (await import('../examples/own-app/check.ts')).checkModule(file),
  },
  // After the longer name.
  check: { run: async () => (await data()).check() },
}

async function run(args: string[]) {
  const { values, positionals } = parse(args)
  if (values.help) return void process.stdout.write(readFileSync(new URL('help.txt', import.meta.url)))
  if (values.version) return void process.stdout.write(`${VERSION}\n`)
  if (positionals.length === 0) throw new UsageError('No command given.')
  for (const [usage, { options = [], run: start }] of Object.entries(COMMANDS)) {
    const words = usage.split(' ')
    const name = words.filter((word) => /^[a-z]/.test(word))
    if (name.some((word, at) => positionals[at] !== word)) continue
    const wrong = Object.keys(values).find((option) => !options.some((each) => each === option))
    if (wrong !== undefined) throw new UsageError(`${name.join(' ')} has no option --${wrong}.`)
    const missing = words[positionals.length]
    if (missing !== undefined && !missing.startsWith('['))
      throw new UsageError(`${name.join(' ')} needs ${missing}.`)
    const further = positionals[words.length]
    if (further !== undefined) throw new UsageError(`Unexpected argument: ${further}`)
    return start(positionals.slice(name.length), values)
  }
  throw new UsageError(`Unknown command: ${positionals.join(' ')}`)
}

export async function main(args: string[]): Promise<void> {
  let told: unknown
  const tell = (error: unknown) => {
    // A failure of standard output reaches the command too: tell it once. A reader such as `head` that is gone is none.
    if (codeOf(error) === 'EPIPE' || error === told) return
    told = error
    process.stderr.write(`${plainWords(error)}\n`)
    process.exitCode = 1
  }
  process.stdout.on('error', tell)
  try {
    await run(args)
  } catch (error) {
    const isOfUsage = error instanceof UsageError || codeOf(error).startsWith('ERR_PARSE_ARGS')
    if (!isOfUsage) return tell(error)
    process.stderr.write(`${plainWords(error)}\n${HELP}\n`)
    process.exitCode = 2
  }
}
