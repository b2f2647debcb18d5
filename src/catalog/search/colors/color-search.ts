import { type Lab, labOf } from '../../../core/color.ts'
import { MOST_OF_OTHERS } from '../../tuning.ts'
import { type Condition, EVERYTHING } from '../conditions/conditions.ts'
import { accepts } from '../conditions/predicate.ts'
import { matchOf } from '../conditions/tokens.ts'
import { candidateOf, type Row, rowAt } from '../rows.ts'
import type { Snapshot } from '../snapshot.ts'
import { sourceOf } from './color-source.ts'
import { distanceTo, type Hit, NEAREST, nearest, type Start } from './nearest.ts'

/** A fabric with the number of the colour that it belongs to, and its distance from that colour. */
export interface Matched {
  readonly row: Row
  readonly color: number
  readonly distance: number
  /** How many fabrics of the same colour come before it. */
  readonly turn: number
}

/** Where a list of several colours goes on: after the last fabric shown for each. */
export interface PaletteStart {
  /** Of the last fabric shown. */
  readonly turn: number
  readonly color: number
  readonly starts: readonly Start[]
}

export const PALETTE_TOP: PaletteStart = { turn: 0, color: -1, starts: [] }

export interface ColorRequest {
  /** `#RRGGBB`, one or more. */
  readonly colors: readonly string[]
  /** What words and filters ask for. */
  readonly condition: Condition
}

/**
 * The fabrics by colour (D17). With several colours, each fabric belongs to the nearest one, and the colours
 * take turns.
 */
export function* byColors(
  { db, lines, cells }: Snapshot,
  { colors, condition }: ColorRequest,
  { turn: firstTurn, color: lastColor, starts }: PaletteStart,
): Generator<Matched> {
  const match = condition === EVERYTHING ? undefined : matchOf(condition)
  if (condition !== EVERYTHING && match === undefined) return
  const targets = colors.map(labOf)
  const source = sourceOf(db, cells, match)

  const isOwn = ({ rgb, distance }: Hit, color: number) =>
    targets.every((target, other) => {
      if (other === color) return true
      const away = distanceTo(target, rgb)
      return away > distance || (away === distance && other > color)
    })
  function* own(color: number, target: Lab): Generator<Omit<Matched, 'turn'>> {
    let ofOthers = 0
    for (const hit of nearest(source, target, starts[color] ?? NEAREST)) {
      if (isOwn(hit, color)) {
        const row = rowAt(db, hit.position)
        const isMatch = condition === EVERYTHING || accepts(condition, candidateOf(lines, row))
        if (isMatch) yield { row, color, distance: hit.distance }
      } else {
        ofOthers += 1
        if (ofOthers === MOST_OF_OTHERS) return
      }
    }
  }

  const lists = targets.map((target, color) => own(color, target))
  const ended = new Set<number>()
  for (let turn = firstTurn; ended.size < colors.length; turn += 1) {
    for (const [color, list] of lists.entries()) {
      if (ended.has(color) || (turn === firstTurn && color <= lastColor)) continue
      const { value, done } = list.next()
      if (done === true) ended.add(color)
      else yield { ...value, turn }
    }
  }
}
