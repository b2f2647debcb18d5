import type { Logger } from '../core/log.ts'

/** With a larger difference, in seconds, good tokens look expired or not yet valid. */
const MOST_SECONDS = 60

/** Looks at the `Date` of the identity provider's answers, and says once when this machine's clock is another. */
export function createClockCheck(log: Logger, now: () => number = Date.now): (answer: Headers) => void {
  let wasWrong = false
  return (answer) => {
    // A cache says when it got the answer, and how many seconds ago that was (RFC 9111, 5.1).
    const theirs = Date.parse(answer.get('date') ?? '') + Number(answer.get('age') ?? 0) * 1_000
    const aheadSeconds = Math.round((now() - theirs) / 1_000)
    const isWrong = Math.abs(aheadSeconds) > MOST_SECONDS
    if (isWrong && !wasWrong) {
      log.warn({ aheadSeconds }, "this clock is not the identity provider's; good tokens may be refused")
    }
    wasWrong = isWrong
  }
}
