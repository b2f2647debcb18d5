import { startLoaded } from './load.ts'
import { hasGrown } from './process.ts'

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 30)
const TIMES = 3
const MAX_P99_MS = 250

/** Three times what is served: those that are served are served fast, memory stays flat, and it ends at once. */
export async function overload(): Promise<string[]> {
  const { capacity, load, close } = await startLoaded()
  const { ends, p99, before, after } = await load(capacity * TIMES, SECONDS)
  const later = await load(capacity / TIMES, 5)
  await close()
  const served = Object.entries(ends).filter(([end]) => /^[1-4]\d\d$/.test(end))
  const perSecond = served.reduce((sum, [, count]) => sum + count, 0) / SECONDS
  return [
    ...(p99 > MAX_P99_MS ? [`The p99 of those that were served is ${Math.round(p99)} ms.`] : []),
    ...(perSecond < capacity / TIMES ? [`Only ${Math.round(perSecond)} a second were served.`] : []),
    ...(hasGrown(before, after) ? ['Memory or open files have grown.'] : []),
    ...(later.ends['503'] === undefined ? [] : ['Requests were refused when the overload was over.']),
  ]
}
