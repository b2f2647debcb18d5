import type * as z from 'zod'
import type { Call, Caller, Notes, Services, Tool, ToolAnswer } from './tool.ts'

/** An answer as it is sent: REST wraps `json` in the envelope, MCP makes a result of it. */
export interface Served extends Omit<ToolAnswer<Readonly<Record<string, unknown>>>, 'notes'> {
  /** The data, as JSON. */
  readonly json: string
  /** Empty unless they were asked for. */
  readonly notes: Notes
}

/** Runs tools for every surface. Both functions throw an `AppError` that the caller may see. */
export interface ToolRunner {
  /** Runs a tool for a surface that reads the result. */
  run<Input extends z.ZodObject, Output extends z.ZodObject>(
    tool: Tool<Input, Output>,
    input: z.input<Input>,
    caller: Caller | undefined,
  ): Promise<ToolAnswer<z.output<Output>>>
  /**
   * Answers the call of a client.
   *
   * @param raw the input as the client sent it.
   * @param options.notes whether the notes are shown (D38). Some cost as much as the answer.
   */
  serve(
    tool: Tool,
    raw: unknown,
    caller: Caller | undefined,
    options?: { readonly notes: boolean },
  ): Promise<Served>
}

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

export interface ToolRunnerOptions {
  /** False to compute every answer again. */
  readonly keep?: boolean
  /** Called with whether an answer was kept. */
  readonly onLookup?: (isKnown: boolean) => void
  /** Called with what went wrong when an answer goes out without its notes. */
  readonly onNotesFailed?: (error: unknown) => void
}

/**
 * The served answers of public reads are kept while the catalog does not change, because they depend on the
 * input and the catalog only. Without a version of the catalog, nothing is kept.
 */
export function createToolRunner(
  services: Services,
  { keep = true, onLookup = () => {}, onNotesFailed = () => {} }: ToolRunnerOptions = {},
): ToolRunner {
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
  async function serveAnew(call: Call, caller: Caller | undefined, showsNotes: boolean): Promise<Kept> {
    const { notes, ...answer } = await call.run({ ...services, caller })
    const json = JSON.stringify(answer.data)
    try {
      return { served: { ...answer, json, notes: showsNotes ? await notes() : [] }, hasNotes: showsNotes }
    } catch (error) {
      onNotesFailed(error)
      return { served: { ...answer, json, notes: [] }, hasNotes: false }
    }
  }

  return {
    async run(tool, input, caller) {
      const answer = await tool.prepare(input).run({ ...services, caller })
      return {
        ...answer,
        async notes() {
          try {
            return await answer.notes()
          } catch (error) {
            onNotesFailed(error)
            return []
          }
        },
      }
    },

    async serve(tool, raw, caller, { notes } = { notes: false }) {
      const call = tool.prepare(raw)
      const isKept = keep && tool.auth === 'public' && tool.annotations.readOnlyHint
      // Read first: caching newer data under an older version is harmless.
      const version = isKept ? await versionNow() : ''
      if (version === '') return (await serveAnew(call, caller, notes)).served
      // The hour is part of the key, because an answer may hold a cursor, and cursors expire.
      const hour = Math.floor(Date.now() / HOUR_MS)
      const key = `${version} ${hour} ${tool.name} ${JSON.stringify(call.input)}`
      const known = kept.get(key)
      const isKnown = known !== undefined && (known.hasNotes || !notes)
      onLookup(isKnown)
      if (isKnown) return known.served
      const answer = await serveAnew(call, caller, notes)
      kept.set(key, answer)
      return answer.served
    },
  }
}
