/** Sets of fabrics: a bit for each. */
export type Bits = Uint32Array

export const noBits = (count: number): Bits => new Uint32Array((count + 31) >>> 5)

export const isBitSet = (bits: Bits, number: number): boolean =>
  ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0

export function setBit(bits: Bits, number: number): void {
  const at = number >>> 5
  bits[at] = (bits[at] ?? 0) | (1 << (number & 31))
}

/** Sets the bits from one number up to another. */
export function setBits(bits: Bits, from: number, to: number): void {
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

/** Calls `take` with each number whose bit is set, the smallest first. */
export function eachBit(bits: Bits, take: (number: number) => void): void {
  for (let at = 0; at < bits.length; at += 1) {
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1)
      take((at << 5) + 31 - Math.clz32(left & -left))
  }
}

/** The numbers that are in the first set and in all others. */
export function common(first: Bits, ...others: readonly Bits[]): Bits {
  const bits = first.slice()
  for (const other of others)
    for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0)
  return bits
}

/** The numbers of the first set that are in none of the others. */
export function without(first: Bits, ...others: readonly Bits[]): Bits {
  const bits = first.slice()
  for (const other of others)
    for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & ~(other[at] ?? 0)
  return bits
}

/** The numbers that are in any of these sets. */
export function union(...sets: readonly Bits[]): Bits {
  const [first = new Uint32Array(), ...others] = sets
  const bits = first.slice()
  for (const other of others)
    for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0)
  return bits
}

export function countBits(bits: Bits): number {
  let count = 0
  for (let at = 0; at < bits.length; at += 1) {
    let left = bits[at] ?? 0
    left -= (left >>> 1) & 0x55555555
    left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
    count += Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}
