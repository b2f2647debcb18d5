import { startLoaded } from './load.ts'
import { hasGrown } from './process.ts'

const ROUNDS = 3
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 15)
const TIMES = 3
const MAX_P99_MS = 250
/** As docs/operating.md says. */
const MAX_MEGABYTES = 300
/** If the clients send less than this share of what they should, the machine is too busy to judge a round. */
const MIN_SENT = 0.8

/** The one in the middle; of an even number of values, the upper one. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

type Loaded = Awaited<ReturnType<typeof startLoaded>>

/** The capacity is measured right before, because a machine is not always equally fast. */
async function round({ capacityNow, load }: Loaded) {
  const capacity = await capacityNow()
  const { ends, p99, sent, unsent, after } = await load(capacity * TIMES, SECONDS)
  const served = Object.entries(ends).filter(([end]) => /^[1-4]\d\d$/.test(end))
  const perSecond = served.reduce((sum, [, count]) => sum + count, 0) / SECONDS
  return { capacity, p99, share: perSecond / capacity, sent: sent / (sent + unsent), after }
}

/**
 * Three times what is served, in three rounds: those that are served are served fast, memory levels off in the
 * first round, and it ends at once.
 */
export async function overload(): Promise<string[]> {
  const loaded = await startLoaded()
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  while (rounds.length < ROUNDS) rounds.push(await round(loaded))
  const capacity = median(rounds.map((each) => each.capacity))
  const later = await loaded.load(capacity / TIMES, 5)
  await loaded.close()
  const judged = rounds.filter(({ sent }) => sent >= MIN_SENT)
  const p99 = Math.round(median(judged.map((each) => each.p99)))
  const share = median(judged.map((each) => each.share))
  const [first, last] = [rounds[0]?.after ?? later.after, rounds.at(-1)?.after ?? later.after]
  return [
    ...(judged.length < 2 ? ['The clients could not send so much: this machine is too busy.'] : []),
    ...(p99 > MAX_P99_MS ? [`The p99 of those that were served is ${p99} ms.`] : []),
    ...(share < 1 / TIMES ? [`Only ${Math.round(share * 100)} % of the capacity were served.`] : []),
    ...(hasGrown(first, last) ? ['Memory or open files have grown.'] : []),
    ...(last.megabytes > MAX_MEGABYTES ? [`It takes ${last.megabytes} MB.`] : []),
    ...(later.ends['503'] === undefined ? [] : ['Requests were refused when the overload was over.']),
  ]
}
