/** An edition of the catalog that is in use. Times in milliseconds since 1970. */
export interface EditionInUse {
  readonly number: number
  /** Since when this instance uses it. */
  readonly takenAt: number
  /** When it was last looked, with success, whether there is a newer one. */
  readonly lookedAt: number
}
