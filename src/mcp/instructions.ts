import { readFileSync } from 'node:fs'
import type { Fabrics, MakerRecord } from '../core/rooms.ts'
import { filled } from '../core/text.ts'

/** To a model, its lines are one. */
const TEXT = readFileSync(new URL('instructions.md', import.meta.url), 'utf8')
  .trim()
  .replaceAll('\n', ' ')

/** Enough for a model to choose a filter without a call. */
const NAMED = 12

type Counted = Pick<MakerRecord, 'fabrics'>
const largestFirst = (one: Counted, other: Counted) => other.fabrics - one.fabrics

function catalogSentence(makers: readonly MakerRecord[]): string {
  if (makers.length === 0) return ''
  const collections = makers.flatMap((maker) => maker.collections)
  const total = collections.reduce((sum, { fabrics }) => sum + fabrics, 0)
  const named = makers
    .toSorted(largestFirst)
    .slice(0, NAMED)
    .map((maker) => {
      const [main] = maker.collections.toSorted(largestFirst)
      return `${maker.manufacturer} ${maker.fabrics} (${main?.collection} ${main?.fabrics})`
    })
  return (
    `The catalog has ${total} fabrics of ${makers.length} makers in ${collections.length} collections. ` +
    `The makers with most, each with its largest collection: ${named.join(', ')}. ` +
    'selvage://catalog/makers has them all.'
  )
}

/** What a model reads before its first call (D40). It leaves out a catalog that cannot be read. */
export async function instructionsFor(fabrics: Pick<Fabrics, 'makers'>): Promise<string> {
  const makers = await fabrics.makers().catch(() => [])
  return filled(TEXT, { catalog: catalogSentence(makers) })
}
