/** The version of the shared catalog that an instance has copied. Times in milliseconds since 1970. */
export interface FollowedVersion {
  readonly number: number
  /** Since when this instance uses it. */
  readonly takenAt: number
  /** The last successful look for a newer version. */
  readonly lookedAt: number
}
