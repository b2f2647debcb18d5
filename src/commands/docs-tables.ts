import type { Tool } from '../core/tool.ts'
import type { Published } from '../documents/index.ts'

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Tools with their REST operations and who may call them. */
export function toolsTable(tools: readonly Tool[]): string {
  return table(
    ['Tool', 'What it does', 'REST', 'Account'],
    tools.map(({ name, title, surfaces, operations, auth }) => [
      surfaces.includes('mcp') ? `\`${name}\`` : '(REST only)',
      title,
      operations.map(({ method, path }) => `\`${method} /api/v1${path}\``).join('<br>'),
      auth === 'public' ? 'no' : 'yes',
    ]),
  )
}

const DOCUMENTS_INTRODUCTION = `# What Selvage publishes

From the address of the server alone, a program finds everything else: the home page has a \`Link\` header and is
Markdown for those who ask for \`text/markdown\`, and a 401 points at the sign-in. All of these documents are made from
the tool definitions and the settings. This page is generated from \`src/documents/index.ts\`.
`

/** `docs/published.md`: the published documents and their addresses. */
export function documentsPage(documents: readonly Published[]): string {
  const rows = documents.map(({ path, alias, title, purpose }) => [
    [path, ...(alias === undefined ? [] : [alias])].map((address) => `\`${address}\``).join('<br>'),
    `${title}: ${purpose}`,
  ])
  return `${DOCUMENTS_INTRODUCTION}\n${table(['Address', 'What it is'], rows)}\n`
}

const SETTINGS_INTRODUCTION = `# Settings

Selvage reads its settings from environment variables. An empty variable counts as absent. All problems are reported at
once, and the exit code is then 2. This page is generated from \`src/settings.ts\`.
`

/** `docs/settings.md`: every setting with its default and its meaning. */
export function settingsPage(
  sections: readonly {
    readonly section: string
    readonly settings: readonly { readonly name: string; readonly absent: string; readonly meaning: string }[]
  }[],
): string {
  const tables = sections.map(({ section, settings }) => {
    const rows = settings.map(({ name, absent, meaning }) => [`\`${name}\``, absent, meaning])
    return `## ${section}\n\n${table(['Variable', 'Default', 'Meaning'], rows)}\n`
  })
  return [SETTINGS_INTRODUCTION, ...tables].join('\n')
}

/**
 * Replaces the text between `<!-- NAME:start -->` and `<!-- NAME:end -->`. Throws if the markers are missing.
 */
export function replaceSection(readme: string, name: string, text: string): string {
  const start = `<!-- ${name}:start -->`
  const end = `<!-- ${name}:end -->`
  const from = readme.indexOf(start)
  const to = readme.indexOf(end)
  if (from === -1 || to < from) throw new Error(`README.md has no section ${name}`)
  return `${readme.slice(0, from + start.length)}\n${text}\n${readme.slice(to)}`
}
