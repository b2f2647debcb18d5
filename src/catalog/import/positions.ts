import type { Connection } from '../database.ts'
import type { Row } from './rows.ts'
import type { NewRow, Writer } from './writer.ts'

/** The distance between the positions of new neighbours. */
const GAP = 64

/** Positions spread evenly between two others. */
const spread = (after: number, before: number, count: number): readonly number[] =>
  Array.from(
    { length: count },
    (_, index) => after + Math.floor(((before - after) * (index + 1)) / (count + 1)),
  )

/** The upper bound when no fabric follows: it leaves the usual gaps. */
const endBehind = (after: number, count: number): number => after + GAP * (count + 1)

/**
 * Puts fabrics between their neighbours. If there is no room, neighbours on both sides move too. Each try
 * takes twice as many until the gaps are wide again, so that a place that grows often seldom has to move.
 *
 * @param rows in the order of D5, all between the same two fabrics.
 * @param before the position of the fabric that follows, if one does.
 */
export function* place(
  db: Connection,
  writer: Writer,
  rows: readonly NewRow[],
  before: number | undefined,
): Generator<void> {
  const after =
    db.value<number | null>(
      'select max(position) from fabrics where position < ?',
      before ?? Number.MAX_SAFE_INTEGER,
    ) ?? 0
  const end = before ?? endBehind(after, rows.length)
  if (end - after > rows.length) {
    const positions = spread(after, end, rows.length)
    for (const [index, row] of rows.entries()) {
      writer.add(positions[index] ?? 0, row)
      yield
    }
    return
  }
  yield* placeAmong(db, writer, rows, after, end)
}

function* placeAmong(
  db: Connection,
  writer: Writer,
  rows: readonly NewRow[],
  after: number,
  before: number,
): Generator<void> {
  for (let count = rows.length; ; count *= 2) {
    const left = db.rows<Row>(
      'select * from fabrics where position <= ? order by position desc limit ?',
      after,
      count,
    )
    const right = db.rows<Row>(
      'select * from fabrics where position >= ? order by position limit ?',
      before,
      count,
    )
    const total = left.length + rows.length + right.length
    const first = left.length < count ? 0 : (left.pop()?.position ?? 0)
    const last =
      right.length < count ? endBehind(right.at(-1)?.position ?? after, total) : right.pop()?.position
    const end = last ?? before
    // There has to be room for as many again.
    if (end - first < 2 * total) continue
    const positions = spread(first, end, left.length + rows.length + right.length)
    yield* writer.move(
      [...left.reverse(), ...right].map((row, index) => {
        const at = index < left.length ? index : index + rows.length
        return { row, position: positions[at] ?? 0 }
      }),
    )
    for (const [index, row] of rows.entries()) {
      writer.add(positions[left.length + index] ?? 0, row)
      yield
    }
    return
  }
}
