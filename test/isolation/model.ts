/** Who may see which ids: the whole truth, in a few sets. */
export class Model {
  readonly #ownerOf = new Map<string, string>()
  readonly #members = new Map<string, Set<string>>()

  own(user: string, id: string): void {
    this.#ownerOf.set(id, user)
  }

  join(user: string, projectId: string): void {
    this.#members.set(projectId, new Set([...(this.#members.get(projectId) ?? []), user]))
  }

  /** Every id that there is, whoever owns it. */
  ids(): string[] {
    return [...this.#ownerOf.keys()]
  }

  maySee(user: string | undefined, id: string): boolean {
    if (user === undefined) return false
    return this.#ownerOf.get(id) === user || (this.#members.get(id)?.has(user) ?? false)
  }

  /** What of an answer is not this user's to see. An id that the user sent is no news. */
  leaks(user: string | undefined, sent: string, answer: string): string[] {
    const shown = new Set(answer.match(/\b(?:prj|blk|qlt|swt|pat)_[A-Za-z0-9_-]{10,}/g))
    return [...shown].filter((id) => this.#ownerOf.has(id) && !sent.includes(id) && !this.maySee(user, id))
  }
}
