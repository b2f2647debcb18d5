import { startLoaded } from './load.ts'
import { hasGrown } from './process.ts'

const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 180)
const SHARE = 0.6
const WARM_UP_SECONDS = 20

/** Three minutes at 60 % of the capacity: no failure of ours, and memory and open files stay flat. */
export async function steady(): Promise<string[]> {
  const { capacityNow, load, close } = await startLoaded()
  const rate = Math.round((await capacityNow()) * SHARE)
  await load(rate, WARM_UP_SECONDS)
  const { ends, before, after } = await load(rate, SECONDS)
  await close()
  const failures = Object.entries(ends).filter(([end]) => !/^[1-4]\d\d$|^left$/.test(end))
  return [
    ...failures.map(([end, count]) => `${count} requests ended with: ${end}`),
    ...(hasGrown(before, after) ? ['Memory or open files have grown.'] : []),
  ]
}
