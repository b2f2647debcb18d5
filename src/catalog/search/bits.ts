/** A set of fabrics, by their numbers. */
export type Bits = Uint32Array

export const noBits = (count: number): Bits => new Uint32Array((count + 31) >>> 5)

export const isBitSet = (bits: Bits, number: number): boolean =>
  ((bits[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0

export function isEmpty(bits: Bits): boolean {
  for (const part of bits) if (part !== 0) return false
  return true
}

export function setBit(bits: Bits, number: number): void {
  const at = number >>> 5
  bits[at] = (bits[at] ?? 0) | (1 << (number & 31))
}

/** `to` is not included. */
export function setBits(bits: Bits, from: number, to: number): void {
  for (let number = from; number < to; number += 1) setBit(bits, number)
}

/** From the smallest number. */
export function eachBit(bits: Bits, take: (number: number) => void): void {
  for (let at = 0; at < bits.length; at += 1) {
    for (let left = bits[at] ?? 0; left !== 0; left &= left - 1)
      take((at << 5) + 31 - Math.clz32(left & -left))
  }
}

export function countBits(bits: Bits): number {
  let count = 0
  eachBit(bits, () => {
    count += 1
  })
  return count
}

export function common(first: Bits, ...others: readonly Bits[]): Bits {
  const bits = first.slice()
  for (const other of others)
    for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) & (other[at] ?? 0)
  return bits
}

export function union(first = noBits(0), ...others: readonly Bits[]): Bits {
  const bits = first.slice()
  for (const other of others)
    for (let at = 0; at < bits.length; at += 1) bits[at] = (bits[at] ?? 0) | (other[at] ?? 0)
  return bits
}

export const without = (first: Bits, ...others: readonly Bits[]): Bits =>
  common(first, ...others.map((other) => other.map((part) => ~part)))
