import type { Usage } from './lexicon.ts'

/** What a part of a question may stand for. */
export type Form =
  /** This word, or any word that begins with it or contains it. */
  | { readonly as: 'word'; readonly text: string; readonly usage: Usage }
  /** These words of the catalog. */
  | { readonly as: 'words'; readonly texts: readonly string[] }
  /** A SKU, or the beginning of one. */
  | { readonly as: 'sku'; readonly text: string; readonly mayGoOn: boolean }
  /** The short name of a maker or collection, and the words that it stands for. */
  | { readonly as: 'shortName'; readonly texts: readonly string[] }

/** A word of a question, or several neighbouring words, with everything that it may stand for. */
export interface Part {
  readonly written: string
  readonly forms: readonly Form[]
}

/** One way to read a question: all parts have to be found. */
export interface Reading {
  readonly parts: readonly Part[]
  readonly leftOut: readonly string[]
  /** How many words of colour or tone are left out; readings with fewer come first. */
  readonly missing: number
  /** One of these has to be found in the fabric's own name; empty when none has to. */
  readonly anchors: readonly Part[]
}

/** A reading that leaves out no word of colour or tone. */
export const reading = (parts: readonly Part[], leftOut: readonly string[] = []): Reading => ({
  parts,
  leftOut,
  missing: 0,
  anchors: [],
})

/** All subsets of the parts, smaller ones first. */
export function subsetsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const subsets: (readonly Part[])[] = [[]]
  for (const part of parts) subsets.push(...subsets.map((subset) => [...subset, part]))
  return subsets.sort((one, other) => one.length - other.length)
}
