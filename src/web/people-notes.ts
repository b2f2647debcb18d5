import { type Html, html } from '../core/html.ts'
import type { FabricFilter } from '../core/repositories.ts'
import type { SearchReport } from '../core/search-report.ts'
import { counted, listed } from './frame.ts'
import { PATHS } from './swatches.ts'

/** A question to the search, and how it was read. */
export interface Answered {
  readonly asked: FabricFilter
  readonly report: SearchReport
}

const quoted = (text: string) => `“${text}”`

/** What the search did with the question, for people; nothing where it was read as it was written. */
export function whatWasRead(root: string, { asked, report }: Answered): Html | undefined {
  const { readAs, leftOut } = report
  const corrected = readAs.map(({ written, meant }) => `${quoted(meant)} for ${quoted(written)}`)
  const filters = [asked.manufacturer, asked.collection].filter((name) => name !== undefined)
  const found = report.total.count
  const parts = [
    corrected.length > 0 && html`Shown: ${listed(corrected)}.`,
    leftOut.length > 0 && html`Left out: ${listed(leftOut.map(quoted))}.`,
    filters.length > 0 &&
      asked.query !== undefined &&
      found > 0 &&
      html`Only ${listed(filters)}. <a href="${root}${PATHS.search({ query: asked.query })}">Search all makers</a>.`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? undefined : html`<p class="reading">${parts.map((part) => html`${part} `)}</p>`
}

export interface Suggestion {
  readonly label: string
  readonly path: string
}

/** What would find something where nothing was found, as links. */
export function suggestions({ asked, report }: Answered): Suggestion[] {
  const { query, manufacturer, collection } = asked
  const { fault } = report
  if (fault === undefined) return []
  if (fault.is === 'otherMaker')
    return fault.makers.map((maker) => ({
      label: `by ${maker}`,
      path: PATHS.search({ query, manufacturer: maker, collection }),
    }))
  if (fault.is === 'unknownFilter') {
    const others = fault.inOtherFilter.map((name) => ({ label: name, path: PATHS.search({ query: name }) }))
    const nearest = fault.nearest.map((name) => ({
      label: name,
      path: PATHS.search({ query, manufacturer, collection, [fault.part]: name }),
    }))
    return [...others, ...nearest]
  }
  const replaced = fault.nearest.map((word) => {
    const [unknown = ''] = fault.unknown
    const isPart = unknown !== '' && query?.toLowerCase().includes(unknown)
    const label = isPart ? (query?.toLowerCase().replace(unknown, word) ?? word) : word
    return { label, path: PATHS.search({ query: label, manufacturer, collection }) }
  })
  const without = fault.without.map(({ left, words, total }) => {
    const count = counted(total.count, 'fabric')
    if (left !== 'words')
      return {
        label: `without ${quoted(asked[left] ?? left)}: ${count}`,
        path: PATHS.search({ ...asked, [left]: undefined }),
      }
    const rest = (query ?? '').split(/\s+/).filter((word) => !words.includes(word.toLowerCase()))
    return { label: `${rest.join(' ')}: ${count}`, path: PATHS.search({ ...asked, query: rest.join(' ') }) }
  })
  const listedParts = fault.listed.map(({ text, total }) => ({
    label: `${text}: ${total.count}`,
    path: PATHS.search({ query: text }),
  }))
  const skus = fault.skus.map(({ sku, fabric }) => ({
    label: `${sku}: ${fabric.name}`,
    path: PATHS.fabric(fabric),
  }))
  return [...replaced, ...skus, ...without, ...listedParts]
}
