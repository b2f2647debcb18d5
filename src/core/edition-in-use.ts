/** An edition of the catalog that is in use. Times in milliseconds since 1970. */
export interface EditionInUse {
  readonly number: number
  /** Since when this instance uses it. */
  readonly takenAt: number
  /** The last successful look for a newer edition. */
  readonly lookedAt: number
}
