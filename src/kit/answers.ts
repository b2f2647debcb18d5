import type { Caller, Services, Tool } from './tool.ts'

/** An answer as it is sent: REST wraps `json` in the envelope, MCP makes a result of it. */
export interface Served {
  /** The data, as JSON. */
  readonly json: string
  /** Notes for the model (D38). */
  readonly notes: readonly string[]
}

/** Answers a call of a tool. Throws an `AppError` that the caller may see. */
export type Answers = (tool: Tool, raw: unknown, caller: Caller | undefined) => Promise<Served>

const HOUR_MS = 3_600_000

/** All kept answers together; a full page of fabrics is some 8,000. MCP keeps its results beside them, as long again. */
const MAX_CHARACTERS = 8_000_000

/** Answers by key. When it is full, the least recently used one goes first. */
class KeptAnswers {
  readonly #answers = new Map<string, Served>()
  #characters = 0

  get(key: string): Served | undefined {
    const served = this.#answers.get(key)
    if (served === undefined) return undefined
    this.#answers.delete(key)
    this.#answers.set(key, served)
    return served
  }

  set(key: string, served: Served): void {
    this.#drop(key)
    this.#answers.set(key, served)
    this.#characters += sizeOf(key, served)
    for (const [oldest] of this.#answers) {
      if (this.#characters <= MAX_CHARACTERS) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const served = this.#answers.get(key)
    if (served === undefined) return
    this.#answers.delete(key)
    this.#characters -= sizeOf(key, served)
  }
}

function sizeOf(key: string, { json, notes }: Served): number {
  return notes.reduce((total, note) => total + note.length, key.length + json.length)
}

/**
 * The answers of all tools, for every surface. Those of public reads are kept while the catalog does
 * not change, because they depend on the input and the catalog only. Without a version, nothing is kept.
 *
 * @param keep false to compute every answer again.
 * @param onLookup called with whether the answer was kept.
 */
export function createAnswers(
  services: Services,
  { keep = true, onLookup = () => {} }: { keep?: boolean; onLookup?: (isKnown: boolean) => void } = {},
): Answers {
  const kept = new KeptAnswers()

  async function workOut(call: ReturnType<Tool['prepare']>, caller: Caller | undefined): Promise<Served> {
    const { data, notes = [] } = await call.run({ ...services, caller })
    return { json: JSON.stringify(data), notes }
  }

  return async (tool, raw, caller) => {
    const call = tool.prepare(raw)
    if (!keep || tool.auth !== 'public' || !tool.annotations.readOnlyHint) return workOut(call, caller)
    // Asked first: an answer from a newer catalog under an older version does no harm.
    const version = await services.store.fabrics.version()
    if (version === '') return workOut(call, caller)
    // The hour is part of it, because an answer may hold a cursor, and cursors expire.
    const hour = Math.floor(Date.now() / HOUR_MS)
    const key = `${version} ${hour} ${tool.name} ${JSON.stringify(call.input)}`
    const known = kept.get(key)
    onLookup(known !== undefined)
    if (known !== undefined) return known
    const served = await workOut(call, caller)
    kept.set(key, served)
    return served
  }
}
