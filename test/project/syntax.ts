import { parseAst } from 'vitest/node'

/** A part of a parsed source (ESTree). Which further members it has depends on its type. */
export interface Part {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** A member that is a part itself. */
export function partIn(part: Part | undefined, member: string): Part | undefined {
  const value = part?.[member]
  return isPart(value) ? value : undefined
}

/** A member that is a list of parts. */
export function partsIn(part: Part | undefined, member: string): readonly Part[] {
  const value = part?.[member]
  return Array.isArray(value) ? value.filter(isPart) : []
}

/** The name of an identifier, or the text of a literal. */
export function nameOf(part: Part | undefined): string | undefined {
  const name = part?.['name'] ?? part?.['value']
  return typeof name === 'string' ? name : undefined
}

export interface Placed {
  readonly part: Part
  readonly parent: Part | undefined
}

/** Parsed once for all rules: each rule asks for the same sources. */
const known = new Map<string, readonly Placed[]>()

/** Every part of a source, from outside to inside, with the part that holds it. */
export function partsOf(source: string): readonly Placed[] {
  const before = known.get(source)
  if (before !== undefined) return before
  const placed: Placed[] = []
  const visit = (value: unknown, parent: Part | undefined): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, parent)
    if (!isPart(value)) return
    placed.push({ part: value, parent })
    for (const member of Object.values(value)) visit(member, value)
  }
  visit(parseAst(source, { lang: 'ts' }), undefined)
  known.set(source, placed)
  return placed
}

/** Where a source holds text: strings, regular expressions, and the fixed pieces of templates. */
const isText = ({ part: { type, value } }: Placed) =>
  type === 'TemplateElement' || (type === 'Literal' && (typeof value === 'string' || value instanceof RegExp))

const COMMENTS = /\/\*[\s\S]*?\*\/|\/\/.*/g

/** The pieces of a source between its texts. What looks like a comment within a text is none. */
function betweenTexts(source: string): string[] {
  const texts = partsOf(source)
    .filter(isText)
    .map(({ part }) => part)
    .sort((a, b) => a.start - b.start)
  const starts = [0, ...texts.map(({ end }) => end)]
  return starts.map((start, index) => source.slice(start, texts[index]?.start))
}

/** The code of a source without comments and texts, for rules about code. */
export const codeOf = (source: string) =>
  betweenTexts(source)
    .map((piece) => piece.replace(COMMENTS, ''))
    .join("''")

export const commentsOf = (source: string) =>
  betweenTexts(source)
    .flatMap((piece) => piece.match(COMMENTS) ?? [])
    .join('\n')

export interface Text {
  /** A template has `?` where its values go. */
  readonly text: string
  /** What the text is handed to: the tag of a template, or a function or method. */
  readonly to: string | undefined
}

/** What a call or a tag is called: `sql`, `sql.raw`, or only `prepare` where it is a method of something longer. */
function calleeOf(part: Part | undefined): string | undefined {
  if (part?.type !== 'MemberExpression') return nameOf(part)
  const method = nameOf(partIn(part, 'property'))
  return nameOf(partIn(part, 'object')) === 'sql' ? `sql.${method}` : method
}

function pieceOf({ value }: Part): string {
  return typeof value === 'object' && value !== null && 'raw' in value ? String(value.raw) : ''
}

/** All text in the code of a source. */
export function textsOf(source: string): readonly Text[] {
  return partsOf(source).flatMap(({ part, parent }) => {
    const callee = partIn(parent, parent?.type === 'TaggedTemplateExpression' ? 'tag' : 'callee')
    const to = callee === part ? undefined : calleeOf(callee)
    if (part.type === 'Literal' && typeof part['value'] === 'string') return [{ text: part['value'], to }]
    if (part.type !== 'TemplateLiteral') return []
    return [{ text: partsIn(part, 'quasis').map(pieceOf).join('?'), to }]
  })
}
