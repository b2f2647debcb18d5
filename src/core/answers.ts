import type { Call, Caller, Notes, Services, Tool } from './tool.ts'

/** An answer as it is sent: REST wraps `json` in the envelope, MCP makes a result of it. */
export interface Served {
  /** The data, as JSON. */
  readonly json: string
  /** Empty unless they were asked for. */
  readonly notes: Notes
}

/**
 * Answers a call of a tool. Throws an `AppError` that the caller may see.
 *
 * @param options.notes whether the notes are shown (D38). Some cost as much as the answer.
 */
export type Answers = (
  tool: Tool,
  raw: unknown,
  caller: Caller | undefined,
  options?: { readonly notes: boolean },
) => Promise<Served>

const HOUR_MS = 3_600_000

/** For all kept answers together. A full page of fabrics has about 8,000. Each surface also keeps its own form. */
const MAX_CHARACTERS = 8_000_000

interface Kept {
  readonly served: Served
  readonly hasNotes: boolean
}

/** Answers by key. When it is full, the least recently used one goes first. */
class KeptAnswers {
  readonly #answers = new Map<string, Kept>()
  #characters = 0

  get(key: string): Kept | undefined {
    const kept = this.#answers.get(key)
    if (kept === undefined) return undefined
    this.#answers.delete(key)
    this.#answers.set(key, kept)
    return kept
  }

  set(key: string, kept: Kept): void {
    this.#drop(key)
    this.#answers.set(key, kept)
    this.#characters += sizeOf(key, kept)
    for (const [oldest] of this.#answers) {
      if (this.#characters <= MAX_CHARACTERS) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const kept = this.#answers.get(key)
    if (kept === undefined) return
    this.#answers.delete(key)
    this.#characters -= sizeOf(key, kept)
  }
}

function sizeOf(key: string, { served: { json, notes } }: Kept): number {
  return notes.reduce((total, note) => total + note.length, key.length + json.length)
}

export interface AnswersOptions {
  readonly keep?: boolean
  readonly onLookup?: (isKnown: boolean) => void
  readonly onNotesFailed?: (error: unknown) => void
}

/**
 * The answers of all tools, for every surface. Those of public reads are kept while the catalog does
 * not change, because they depend on the input and the catalog only. Without a version, nothing is kept.
 *
 * @param keep false to compute every answer again.
 * @param onLookup called with whether the answer was kept.
 * @param onNotesFailed called with what went wrong when an answer goes out without its notes.
 */
export function createAnswers(
  services: Services,
  { keep = true, onLookup = () => {}, onNotesFailed = () => {} }: AnswersOptions = {},
): Answers {
  const kept = new KeptAnswers()
  let version: Promise<string> | undefined

  /** The version of the catalog. Requests that arrive in one turn of the event loop share one look at the file. */
  function versionNow(): Promise<string> {
    if (version === undefined) {
      version = services.store.fabrics.version()
      setImmediate(() => {
        version = undefined
      })
    }
    return version
  }

  /** Nothing depends on notes (D34). If they fail, the answer goes out without them: an item may be created by now. */
  async function workOut(call: Call, caller: Caller | undefined, showsNotes: boolean): Promise<Kept> {
    const { data, notes } = await call.run({ ...services, caller })
    const json = JSON.stringify(data)
    try {
      return { served: { json, notes: showsNotes ? await notes() : [] }, hasNotes: showsNotes }
    } catch (error) {
      onNotesFailed(error)
      return { served: { json, notes: [] }, hasNotes: false }
    }
  }

  return async (tool, raw, caller, { notes } = { notes: false }) => {
    const call = tool.prepare(raw)
    const fresh = () => workOut(call, caller, notes)
    if (!keep || tool.auth !== 'public' || !tool.annotations.readOnlyHint) return (await fresh()).served
    // Asked first: an answer from a newer catalog under an older version does no harm.
    const version = await versionNow()
    if (version === '') return (await fresh()).served
    // The hour is part of the key, because an answer may hold a cursor, and cursors expire.
    const hour = Math.floor(Date.now() / HOUR_MS)
    const key = `${version} ${hour} ${tool.name} ${JSON.stringify(call.input)}`
    const known = kept.get(key)
    const isKnown = known !== undefined && (known.hasNotes || !notes)
    onLookup(isKnown)
    if (isKnown) return known.served
    const answer = await fresh()
    kept.set(key, answer)
    return answer.served
  }
}
