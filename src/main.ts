import { parseArgs } from 'node:util'
import { UsageError } from './cli/usage-error.ts'
import { ConfigError } from './config/config.ts'
import { isSetting } from './config/settings.ts'
import { isReaderGone, plainWords } from './core/os-errors.ts'
import { VERSION } from './version.ts'

const HELP = `Selvage ${VERSION}: the agent API of a quilting application, over MCP and REST.

Usage: npx --no selvage <command> [options]

Commands:
  serve                 Serve HTTP: MCP at /mcp, REST under /api/v1. Without OAUTH_ISSUER
                        a development sign-in is started too, on the next port.
  stdio                 Serve MCP on standard input and output, as the user SELVAGE_USER.
  token [--user NAME]   Print an access token of the development sign-in, for curl.
                        NAME is user_demo (default) or user_other. The server must be running.
  import fabrics FILE   Put fabrics into the catalog, from CSV, or NDJSON: one JSON object on each
                        line. - is standard input.
  import items FILE     Put and remove projects, members, blocks, quilts, swatches and patterns, from
                        NDJSON. --owner ID takes this person's only; --replace with it also removes
                        what imports brought and FILE does not have; --since T leaves alone what
                        was changed before; --move lets items change owners.
                        Both imports are all or nothing, and may run while the server does.
                        --skip-bad leaves bad records out instead; --dry-run only says what would
                        be done. With --replace-maker, fabrics that a maker in the file no longer
                        has are withdrawn; more than half of a maker only with --force.
  prepare               Bring the databases up to this release, and load what it ships. The
                        server does so too when it starts; as a step of its own it comes first.
  copy --from URL --to URL
                        Copy everything into another database: sqlite:PATH or postgres://…
                        One that is interrupted has stored nothing: run it again.
  export fabrics [FILE] Write the catalog as CSV, or NDJSON when FILE ends in .ndjson.
  export items [FILE]   Write everybody's items as NDJSON. --since T writes what agents have created
                        since, and prints the next T. Exports overwrite a file only with --force.
  export user ID [FILE] Write what one person has, as NDJSON.
  delete user ID        Remove everything of one person.
  delete item ID        Remove a project, block, quilt, swatch or pattern.
  delete fabric ID      Withdraw a fabric from the catalog.
  catalog stats         Show what the catalog holds.
  backup FILE           Copy the accounts into a new file, while the server runs.
  restore FILE          Put a backup in the place of the accounts; the server must not run.
  check                 Read the accounts file whole and say whether it is in order.
  check accounts FILE   Try the promises of an accounts module of your own (ACCOUNTS_MODULE).
  docs [--check]        Write the documents of this repository that follow from the code, or
                        only say which are not up to date.

Options:
  -h, --help            Show this help.
  -v, --version         Show the version.

Settings are environment variables; docs/settings.md lists them. The exit code is 2
when a setting or the command line is wrong, and 1 when anything else fails.
`

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
  user: { type: 'string' },
  check: { type: 'boolean' },
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

/** The commands that an option goes with; the others go with any. */
const GOES_WITH: Readonly<Record<string, readonly string[]>> = {
  user: ['token'],
  check: ['docs'],
  'skip-bad': ['import fabrics', 'import items'],
  from: ['copy'],
  to: ['copy'],
  'dry-run': ['import fabrics', 'import items'],
  'replace-maker': ['import fabrics'],
  force: ['export fabrics', 'export items', 'export user', 'import fabrics', 'import items'],
  owner: ['import items'],
  replace: ['import items'],
  since: ['import items', 'export items'],
  move: ['import items'],
}

function checkOptions(given: readonly string[], [command = '', what = '']: readonly string[]): void {
  for (const option of given) {
    const commands = GOES_WITH[option]
    if (commands === undefined || commands.includes(command) || commands.includes(`${command} ${what}`))
      continue
    throw new UsageError(`--${option} goes with ${commands.join(', ')}.`)
  }
}

/** The time of `--since`, in epoch milliseconds. */
function timeOf(since: string | undefined): number | undefined {
  if (since === undefined) return undefined
  const time = /^\d{4}-\d\d-\d\dT/.test(since) ? Date.parse(since) : Number.NaN
  if (Number.isNaN(time)) throw new UsageError('--since needs an instant, such as 2026-05-01T12:00:00Z.')
  return time
}

/**
 * `--port` → `There is no option --port. …` Settings are variables, so an option with the name of one is told
 * which.
 */
function unknownOption(option: string): UsageError {
  const name = option.replace(/^-+/, '').replaceAll('-', '_').toUpperCase()
  const advice = isSetting(name) ? ` Set the environment variable ${name} instead.` : ''
  return new UsageError(`There is no option ${option}.${advice}`)
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS })
  } catch (error) {
    const [, unknown] = /^Unknown option '(-[^' ]*)/.exec(error instanceof Error ? error.message : '') ?? []
    throw unknown === undefined ? error : unknownOption(unknown)
  }
}

// Loaded on demand: each command needs other parts.
const data = () => import('./cli/data.ts')
const maintenance = () => import('./cli/maintenance.ts')

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parse(args)
  if (values.help) return void process.stdout.write(HELP)
  if (values.version) return void process.stdout.write(`${VERSION}\n`)
  checkOptions(Object.keys(values), positionals)
  const [command, first, second, third] = positionals
  /** Throws if there are more operands than these. */
  const takes = (most: number): void => {
    const unexpected = positionals[most + 1]
    if (unexpected !== undefined) throw new UsageError(`Unexpected argument: ${unexpected}`)
  }
  const needed = (operand: string | undefined, says: string): string => {
    if (operand === undefined) throw new UsageError(says)
    return operand
  }
  const transferable = (): 'fabrics' | 'items' => {
    if (first === 'fabrics' || first === 'items') return first
    throw new UsageError('Say what: fabrics or items.')
  }
  const mayForce = values.force ?? false
  switch (command) {
    case 'serve':
      takes(0)
      return (await import('./cli/serve.ts')).serve()
    case 'stdio':
      takes(0)
      return (await import('./cli/serve-stdio.ts')).stdio()
    case 'prepare':
      takes(0)
      return (await maintenance()).prepare()
    case 'copy':
      takes(0)
      return (await maintenance()).copy(values.from, values.to)
    case 'token':
      takes(0)
      return (await import('./cli/token.ts')).token(values.user ?? 'user_demo')
    case 'docs':
      takes(0)
      return (await import('./cli/docs.ts')).docs(values.check ?? false)
    case 'import': {
      takes(2)
      const file = needed(second, 'import needs a file, or - for standard input.')
      const { owner, replace: isReplacing = false, 'replace-maker': replacesMakers } = values
      if (isReplacing && owner === undefined) throw new UsageError('--replace needs --owner ID.')
      if (mayForce && !isReplacing && !replacesMakers)
        throw new UsageError('--force goes with --replace and --replace-maker here.')
      return (await data()).importFile(transferable(), file, {
        skipBad: values['skip-bad'] ?? false,
        isDryRun: values['dry-run'] ?? false,
        replacesMakers,
        owner,
        isReplacing,
        since: timeOf(values.since),
        mayMove: values.move ?? false,
        isForced: mayForce,
      })
    }
    case 'export': {
      const how = { mayOverwrite: mayForce, since: timeOf(values.since) }
      takes(first === 'user' ? 3 : 2)
      if (first !== 'user') return (await data()).exportFile(transferable(), second, how)
      const userId = needed(second, 'export user needs an id.')
      return (await data()).exportFile({ userId }, third, how)
    }
    case 'delete':
      takes(2)
      if (first === 'fabric' && second !== undefined) return (await maintenance()).removeFabric(second)
      if ((first !== 'user' && first !== 'item') || second === undefined)
        throw new UsageError('Say what: delete user ID, delete item ID, or delete fabric ID.')
      return (await maintenance()).remove(first, second)
    case 'catalog':
      takes(1)
      if (first !== 'stats') throw new UsageError('Say what: catalog stats.')
      return (await data()).catalogStats()
    case 'backup':
      takes(1)
      return (await maintenance()).backupTo(needed(first, 'backup needs a file.'))
    case 'restore':
      takes(1)
      return (await maintenance()).restoreFrom(needed(first, 'restore needs a file.'))
    case 'check':
      takes(2)
      if (first === undefined) return (await maintenance()).check()
      if (first !== 'accounts') throw new UsageError(`Unexpected argument: ${first}`)
      return (await maintenance()).checkAccounts(needed(second, 'check accounts needs a file.'))
    default:
      throw new UsageError(command === undefined ? 'No command given.' : `Unknown command: ${command}`)
  }
}

const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  error instanceof ConfigError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

/** The command line: runs one command; failures go to standard error and into the exit code. */
export async function main(args: string[]): Promise<void> {
  let told: unknown
  const tell = (error: unknown): void => {
    // A command hears of the same failure as its output does.
    if (isReaderGone(error) || error === told) return
    told = error
    process.stderr.write(`${plainWords(error)}\n`)
    process.exitCode = 1
  }
  process.stdout.on('error', tell)
  try {
    await run(args)
  } catch (error) {
    if (!isUsageError(error)) return tell(error)
    const help = error instanceof ConfigError ? '' : '\nRun npx --no -- selvage --help for the commands.'
    process.stderr.write(`${error.message}${help}\n`)
    process.exitCode = 2
  }
}
