/** A spell ends when nothing has happened for so long, in milliseconds. */
const CALM_MS = 1_000
/** It is reported again each time that so many of these have passed. */
const REPORT_EVERY = 10

export type SpellState = 'begins' | 'goes on' | 'ends'

export interface Spell {
  /** To call with every event. */
  note(): void
}

/**
 * Events that come in spells, such as refusals while a server is overloaded. A log with a line for each would
 * be of no use, and would cost the time that is missing.
 *
 * @param report is called when a spell begins, every ten seconds while it goes on, and when it ends, each time
 *   with the number of its events.
 */
export function createSpell(report: (state: SpellState, count: number) => void): Spell {
  let count = 0
  let timer: NodeJS.Timeout | undefined

  function begin(): void {
    let last = 0
    let times = 0
    timer = setInterval(() => {
      times += 1
      if (count === last) {
        clearInterval(timer)
        timer = undefined
        count = 0
        report('ends', last)
      } else if (times % REPORT_EVERY === 0) report('goes on', count)
      last = count
    }, CALM_MS).unref()
  }

  return {
    note() {
      count += 1
      if (timer !== undefined) return
      begin()
      report('begins', count)
    },
  }
}
