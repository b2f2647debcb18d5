/** A call that answers a user's request, as a good model makes it. */
export interface ExpectedCall {
  readonly tool: string
  /** `{0.fabrics.0.colorHex}` stands for that part of the answer to the first call. */
  readonly arguments: Readonly<Record<string, unknown>>
  /** What the answer must carry for the next call, or for the reply. */
  readonly answer: RegExp
  /** Where a model may word an argument differently: what still counts. */
  readonly accepts?: Readonly<Record<string, RegExp>>
}

/** An item that is there afterwards and was not before. */
export interface MadeItem {
  readonly kind: 'project' | 'block'
  readonly name: RegExp
  /** Of a block, in finished inches. */
  readonly width?: number
  readonly height?: number
}

/** One thing that users ask for, and what a model needs to do it. */
export interface Task {
  readonly user: string
  /** `part`: the model does a part, and must say what it leaves to the user. `none`: it cannot. */
  readonly coverage: 'full' | 'part' | 'none'
  /** The ideal plan: no call could be left out. */
  readonly calls: readonly ExpectedCall[]
  /** What the account has more when it is done; left out: nothing. */
  readonly makes?: readonly MadeItem[]
  /** What the model's reply must carry; for a model run only. */
  readonly reply: RegExp
}
