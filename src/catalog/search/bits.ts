/** Sets of fabrics: a bit for each. */

/** Sets the bits from one number up to another. */
export function setBits(bits: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to; ) {
    if ((at & 31) === 0 && at + 32 <= to) {
      bits[at >>> 5] = 0xffffffff
      at += 32
    } else {
      setBit(bits, at)
      at += 1
    }
  }
}

/** Hands out the numbers whose bits are set, in their order. */
export function eachBit(bits: Uint32Array, take: (number: number) => void): void {
  for (let at = 0; at < bits.length; at += 1) {
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1)
      take((at << 5) + 31 - Math.clz32(left & -left))
  }
}

export const isBitSet = (bits: Uint32Array, number: number): boolean =>
  ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0

/** The numbers that are in all of these sets. */
export function common(sets: readonly Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(), ...others] = sets
  const bits = first.slice()
  for (const other of others)
    for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0)
  return bits
}

/** The numbers that are in any of these sets. */
export function union(sets: readonly Uint32Array[]): Uint32Array {
  const [first = new Uint32Array(), ...others] = sets
  const bits = first.slice()
  for (const other of others)
    for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0)
  return bits
}

/** The numbers of a set that are not in another. */
export const without = (bits: Uint32Array, other: Uint32Array): Uint32Array =>
  bits.map((some, at) => some & ~(other[at] ?? 0))

export function setBit(bits: Uint32Array, number: number): void {
  const at = number >>> 5
  bits[at] = (bits[at] ?? 0) | (1 << (number & 31))
}

export function countBits(bits: Uint32Array): number {
  let count = 0
  for (let at = 0; at < bits.length; at += 1) {
    let left = bits[at] ?? 0
    left -= (left >>> 1) & 0x55555555
    left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
    count += Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}
