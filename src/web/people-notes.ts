import { type Html, html } from '../core/html.ts'
import type { FabricFilter, SearchReport } from '../core/rooms.ts'
import { counted, listed } from './parts.ts'
import { PATHS } from './paths.ts'

/** A question to the search, and how it was read. */
export interface Answered {
  readonly asked: FabricFilter
  readonly report: SearchReport
}

const quoted = (text: string) => `“${text}”`

/** The question with a word as it was meant, whatever the capitals of the one that was typed. */
function replaced(text: string, written: string, meant: string): string {
  const at = text.toLowerCase().indexOf(written.toLowerCase())
  return at < 0 ? text : `${text.slice(0, at)}${meant}${text.slice(at + written.length)}`
}

/** What the search did with the question, for people; nothing where it was read as it was written. */
export function whatWasRead({ asked, report }: Answered): Html | undefined {
  const { readAs, missing, colors } = report
  const { query = '' } = asked
  const corrected = readAs.map(({ written, meant }) => `${quoted(meant)} for ${quoted(written)}`)
  const named = colors.filter((color) => color !== undefined && color.name !== '')
  const nearest = named.map((color) => `what is nearest to ${quoted(color?.name ?? '')}, ${color?.hex}`)
  const shown = [...corrected, ...nearest]
  const asMeant = readAs.reduce((text, { written, meant }) => replaced(text, written, meant), query)
  const lacked = missing.filter(({ isFromAll }) => isFromAll).map(({ word }) => quoted(word))
  const filters = report.filters.flatMap(({ names }) => names)
  const isNarrowed = filters.length > 0 && query !== '' && report.total > 0
  const parts = [
    report.isCut && 'Only the first twelve words or colours are read.',
    shown.length > 0 && html`Shown: ${listed(shown)}.`,
    asMeant !== query &&
      html`<a href="${PATHS.search({ ...asked, query: asMeant })}">Ask for “${asMeant}”</a>.`,
    lacked.length > 0 && html`Left out: ${listed(lacked)}.`,
    isNarrowed && html`Only ${listed(filters)}. <a href="${PATHS.search({ query })}">Search all makers</a>.`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? undefined : html`<p class="hint">${parts.map((part) => html`${part} `)}</p>`
}

type Suggestion = readonly [label: string, path: string]

/** What would find something where nothing was found. */
export function suggestions({ asked, report: { fault } }: Answered): readonly Suggestion[] {
  const { query = '' } = asked
  if (fault === undefined) return []
  if (fault.is === 'otherMaker')
    return fault.makers.map((manufacturer) => [
      `by ${manufacturer}`,
      PATHS.search({ ...asked, manufacturer }),
    ])
  if (fault.is === 'unknownFilter')
    return fault.nearest.map((name) => [name, PATHS.search({ ...asked, [fault.filter]: name })])
  const without = fault.without.map(({ words, total }): Suggestion => {
    const left = new Set(words.map((word) => word.toLowerCase()))
    const typed = query.split(/\s+/)
    const rest = typed.filter((word) => !left.has(word.toLowerCase())).join(' ')
    return [`${rest}: ${counted(total, 'fabric')}`, PATHS.search({ ...asked, query: rest })]
  })
  if (fault.withoutFilters === 0) return without
  const everywhere = `${query} of all makers: ${counted(fault.withoutFilters, 'fabric')}`
  return [...without, [everywhere, PATHS.search({ query })]]
}
