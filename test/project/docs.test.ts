import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ERROR_STATUS } from '../../src/core/errors.ts'
import { SUPPLY_CATEGORIES } from '../../src/core/rooms.ts'
import { filesOf, ROOT } from '../helpers/files.ts'
import { commentsOf, read, SOURCES } from './imports.ts'

const PAGES = [...readdirSync(ROOT).filter((name) => name.endsWith('.md')), ...filesOf('docs', '.md')]

/** The anchors of a page as GitHub makes them of its headings. */
function anchorsOf(page: string): Set<string> {
  const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

/** What a Markdown text links to, outside code. */
function linksOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
  const targets = /\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"\s]+)"/g
  return [...prose.matchAll(targets)].map(([, target, attribute = '']) => target ?? attribute)
}

function isBroken(page: string, target: string): boolean {
  if (/^(?:https?|mailto):/.test(target)) return false
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(ROOT, file))) return true
  return anchor !== undefined && !anchorsOf(file).has(anchor)
}

it.each(PAGES)('links of %s lead somewhere', (page) => {
  expect(linksOf(read(page)).filter((target) => isBroken(page, target))).toEqual([])
})

const NAMED = /(?<![\w./@{}$-])((?:[\w-]+\/)*[\w-]+(?:\.\w+)*\.(?:ts|mjs|md|sh|svg))(?![\w/])/g
const FILES = ['src', 'tools', 'test', 'docs', 'deploy', 'data', 'examples'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
)
/** What the server makes. */
const PUBLISHED = ['auth.md', 'index.md', 'SKILL.md']

/** Names of files in a text that no file of the project has, in full or at the end of its path. */
function missingIn(text: string): string[] {
  const names = [...text.matchAll(NAMED)].map(([, name = '']) => name)
  const known = [...FILES, ...PAGES, ...PUBLISHED]
  return names.filter((name) => !known.some((file) => file === name || file.endsWith(`/${name}`)))
}

it('pages and comments name files that are there', () => {
  const comments = [...SOURCES, ...filesOf('test', '.ts')].map((file) => [file, commentsOf(read(file))])
  const texts = [...PAGES.map((page) => [page, read(page)]), ...comments]
  expect(texts.flatMap(([file, text = '']) => missingIn(text).map((name) => `${file}: ${name}`))).toEqual([])
  const gone = missingIn('See `src/gone.ts`, gone.md and test/project/docs.test.ts.')
  expect(gone).toEqual(['src/gone.ts', 'gone.md'])
})

it.each(['npm ci && npm start', 'npm ci && npm test'])('README.md has `%s` as it is typed', (command) => {
  expect(read('README.md')).toContain(command)
})

it('what CI runs first is the command of README.md', () => {
  expect(read('.ci/run')).toContain('\nnpm ci && npm test\n')
})

it('commands are written as they are found in a checkout', () => {
  const bare =
    /(?<!npx --no (?:-- )?|docker run .*)\bselvage (?:serve|stdio|import|export|prepare|copy|backup|restore|check|delete|docs|--help)\b/
  const wrong = [...PAGES, ...filesOf('src', '.ts')].flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => bare.test(line) && !/^\s*(?:\/?\*|\/\/)/.test(line))
      .map((line) => `${file}: ${line}`),
  )
  expect(wrong).toEqual([])
})

/** The ids of all clauses. */
const CLAUSES = ['docs/contract.md', 'docs/decisions.md'].flatMap((page) =>
  [...read(page).matchAll(/^- \*\*(\S+)\*\* /gm)].map(([, id = '']) => id),
)

const DEFINED = new Set([
  ...[...read('docs/decisions.md').matchAll(/^### (D\d+)/gm)].map(([, id = '']) => id),
  ...[...read('docs/contract.md').matchAll(/^#+ ([\d.]*\d)\b/gm)].map(([, number = '']) => `§${number}`),
  ...CLAUSES,
])

it('every clause has an id of its own, and a test that cites it in brackets', () => {
  expect(CLAUSES.length).toBeGreaterThan(200)
  expect(new Set(CLAUSES).size).toBe(CLAUSES.length)
  const lists = filesOf('test', '.ts').flatMap((file) => [...read(file).matchAll(/\[([§D\w., ]+)\]/g)])
  const cited = new Set(lists.flatMap(([, ids = '']) => ids.split(/, ?/)))
  expect(CLAUSES.filter((id) => !cited.has(id))).toEqual([])
})

it('[§2.4.categories] the categories, and the codes with their statuses, are those of the clauses', () => {
  const [clause = ''] = /^- \*\*§2\.4\.categories.+/m.exec(read('docs/contract.md')) ?? []
  expect([...clause.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)).toEqual(SUPPLY_CATEGORIES)
  const [, codes = ''] = read('docs/decisions.md').split(/^### D(?:9|10) .*$/m)
  const statusOf = (code: string) => Number(new RegExp(`(\\d{3})\\D*\`${code}\``).exec(codes)?.[1])
  expect(Object.fromEntries(Object.keys(ERROR_STATUS).map((code) => [code, statusOf(code)]))).toEqual(
    ERROR_STATUS,
  )
})

const CITATION =
  /(?<![\w#]|RFC \d{4} )(?:§\d+(?:\.\d+)*(?:\.[a-zA-Z]+)?|D(?:[1-4]\d|\d)(?:\.\d+)?[a-z]?(?![\w.]*\w))/g

const citationsOf = (text: string) => [...text.matchAll(CITATION)].map(([id]) => id)

it('citations are of something defined', () => {
  const files = [...SOURCES, ...filesOf('test', '.ts'), ...PAGES]
  const wrong = files.flatMap((file) =>
    citationsOf(read(file))
      .filter((id) => !DEFINED.has(id))
      .map((id) => `${file}: ${id}`),
  )
  expect(wrong).toEqual([])
  const ids = citationsOf('as D16.2 says (§4.2); see §4.2.match and D9, not #D9A441, D9A4, id_D4, 3D4')
  expect(ids).toEqual(['D16.2', '§4.2', '§4.2.match', 'D9'])
})

it("the operator's guide lists log lines that the code writes", () => {
  const [, table = ''] = read('docs/operating.md').split('| What the log says |')
  const [rows = ''] = table.split('\n\n')
  const lines = rows.split('\n').flatMap((row) => row.match(/^\| `([^`]+)`/)?.[1] ?? [])
  const source = SOURCES.map(read).join('\n')
  expect(lines.length).toBeGreaterThan(5)
  expect(lines.filter((line) => !source.includes(line))).toEqual([])
})
