import { missingNotes, readingNotes } from '../../tools/fabric-notes.ts'
import type { FabricFilter, FabricRecord, SearchReport } from '../core/rooms.ts'
import { FAMILIES, familyIn } from './colours.ts'
import type { PublicPage } from './handlers.ts'
import {
  capitalized,
  choice,
  counted,
  dot,
  fragmentOf,
  grouped,
  type Html,
  hidden,
  html,
  list,
  pill,
} from './html.ts'
import { PATHS } from './paths.ts'

export const FIELDS = ['query', 'manufacturer', 'collection', 'family', 'order'] as const
export type LibraryQuery = Readonly<Partial<Record<(typeof FIELDS)[number], string | undefined>>>

export function searchBox(asked: LibraryQuery): Html {
  const { query, manufacturer, collection, family } = asked
  const kept = hidden(Object.entries({ manufacturer, collection, family }))
  const examples = query === undefined && fragmentOf('search-examples.html')
  return fragmentOf('search.html', { kept, query, examples })
}

/** Links to colour families, each with the number of fabrics that it would leave `among` these. */
export function familyLinks(asked: LibraryQuery, among?: readonly FabricRecord[]): Html {
  const fabrics = among && Map.groupBy(among, familyIn)
  const shown = FAMILIES.filter(([name]) => fabrics?.has(name) ?? true)
  const links = shown.map(([name, hex]) => {
    const isChosen = name === asked.family
    const path = PATHS.search({ ...asked, family: isChosen ? undefined : name })
    const count = isChosen ? '×' : fabrics && grouped(fabrics.get(name)?.length ?? 0)
    return choice(path, html`${dot(hex)}<span>${name}</span>`, count, isChosen)
  })
  return html`<nav class="families" aria-label="Colour families">${list('row', links)}</nav>`
}

/** In the words that agents get, with a link for people; `undefined` if there is nothing to say. */
export function howItWasRead(asked: FabricFilter, report: SearchReport): Html | undefined {
  const { query = '' } = asked
  const notes = [...readingNotes(report), ...missingNotes(report)]
  const said = notes.flatMap((note) => (note === undefined ? [] : capitalized(note)))
  if (said.length === 0) return undefined
  const meant = report.readings.reduce((text, { written, meant }) => text.replace(written, meant), query)
  const link = html`<a href="${PATHS.search({ ...asked, query: meant })}">Ask for “${meant}”</a>.`
  return html`<p class="hint">${said.join(' ').replace(/"([^"]*)"/g, '“$1”')} ${meant !== query && link}</p>`
}

/** Links to questions that would find something. */
function suggestions({ family, ...asked }: LibraryQuery, { fault }: SearchReport): readonly Html[] {
  const { query = '' } = asked
  const way = (label: string, question: LibraryQuery) => pill(PATHS.search(question), label)
  if (fault === undefined) return [way(`without “${family}”`, asked)]
  const fewer = fault.without.map(({ words, total }) => {
    const left = new Set(words.map((word) => word.toLowerCase()))
    const rest = query.split(/\s+/).filter((word) => !left.has(word.toLowerCase()))
    return way(`${rest.join(' ')}: ${counted(total, 'fabric')}`, { ...asked, query: rest.join(' ') })
  })
  const wider = fault.withoutFilter.map(({ filter, total }) =>
    way(`without ${filter}: ${counted(total, 'fabric')}`, { ...asked, [filter]: undefined }),
  )
  return [...fewer, ...wider]
}

export function nothingFound(asked: LibraryQuery, report: SearchReport): Html {
  const ways = suggestions(asked, report)
  return fragmentOf('nothing-found.html', { perhaps: ways.length > 0 && html`<p>Perhaps: ${ways}</p>` })
}

export const howToSearchPage: PublicPage = () => ({
  title: 'How to search',
  path: PATHS.howToSearch,
  lead: 'Names, numbers, colours and lists: one field takes all of it. Your assistant searches in the same way.',
  main: fragmentOf('how-to-search.html', { search: searchBox({}) }),
})
