import { type Html, html } from '../core/html.ts'
import type { FabricFilter, SearchReport } from '../core/rooms.ts'
import { visibleText } from '../core/text.ts'
import { PATHS } from './cloth.ts'
import { counted, listed } from './frame.ts'

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
export function whatWasRead(root: string, { asked, report }: Answered): Html | undefined {
  const { readAs, missing, colors } = report
  const { query } = asked
  const corrected = readAs.map(({ written, meant }) => `${quoted(meant)} for ${quoted(written)}`)
  const named = colors.flatMap((color) =>
    color === undefined || color.name === ''
      ? []
      : [`what is nearest to ${quoted(color.name)}, ${color.hex}`],
  )
  const shown = [...corrected, ...named]
  const asMeant = readAs.reduce((text, { written, meant }) => replaced(text, written, meant), query ?? '')
  const lacked = missing.filter(({ isFromAll }) => isFromAll).map(({ word }) => quoted(word))
  const filters = report.filters.flatMap(({ names }) => names.map(visibleText))
  const parts = [
    report.isCut && 'Only the first twelve words or colours are read.',
    shown.length > 0 && html`Shown: ${listed(shown)}.`,
    asMeant !== (query ?? '') &&
      html`<a href="${root}${PATHS.search({ ...asked, query: asMeant })}">Ask for “${asMeant}”</a>.`,
    lacked.length > 0 && html`Left out: ${listed(lacked)}.`,
    filters.length > 0 &&
      query !== undefined &&
      report.total > 0 &&
      html`Only ${listed(filters)}. <a href="${root}${PATHS.search({ query })}">Search all makers</a>.`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? undefined : html`<p class="reading">${parts.map((part) => html`${part} `)}</p>`
}

/** What would find something where nothing was found: labels and paths of links. */
export function suggestions({
  asked,
  report: { fault },
}: Answered): (readonly [label: string, path: string])[] {
  const query = asked.query ?? ''
  if (fault === undefined) return []
  if (fault.is === 'otherMaker')
    return fault.makers.map((manufacturer) => [
      `by ${manufacturer}`,
      PATHS.search({ ...asked, manufacturer }),
    ])
  if (fault.is === 'unknownFilter')
    return fault.nearest.map((name) => [name, PATHS.search({ ...asked, [fault.filter]: name })])
  const without = fault.without.map(({ words, total }) => {
    const typed = words.map((word) => word.toLowerCase())
    const rest = query
      .split(/\s+/)
      .filter((word) => !typed.includes(word.toLowerCase()))
      .join(' ')
    return [`${rest}: ${counted(total, 'fabric')}`, PATHS.search({ ...asked, query: rest })] as const
  })
  const everywhere = `${query} of all makers: ${counted(fault.withoutFilters, 'fabric')}`
  return fault.withoutFilters === 0 ? without : [...without, [everywhere, PATHS.search({ query })]]
}
