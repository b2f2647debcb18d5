import type * as z from 'zod'
import type { Logger } from './logger.ts'
import type { Caller, Services, Tool, ToolAnswer } from './tool.ts'

export interface Served extends Omit<ToolAnswer<Readonly<Record<string, unknown>>>, 'notes'> {
  readonly json: string
  /** Empty unless asked for. */
  readonly notes: readonly string[]
}

/** Of all kept answers together. A full page of fabrics has about 8,000. */
const MOST_CHARACTERS = 8_000_000
/** What the smallest answer takes besides its text. */
const OBJECT_CHARACTERS = 1_000

export type ToolRunner = ReturnType<typeof createToolRunner>

/**
 * Answers of public reads depend only on the input and the catalog, so they are kept until its version changes. Without
 * a version, as while the fabrics cannot be read, nothing is kept.
 */
export function createToolRunner(services: Services, log: Logger) {
  const kept = new Map<string, Served>()
  let characters = 0
  let version: Promise<string> | undefined

  /** Requests of one turn of the event loop share one look. */
  function versionNow() {
    if (version === undefined) {
      version = services.store.fabrics.version().catch(() => '')
      setImmediate(() => {
        version = undefined
      })
    }
    return version
  }

  function keep(key: string, served: Served) {
    if (characters > MOST_CHARACTERS) {
      kept.clear()
      characters = 0
    }
    kept.set(key, served)
    characters += OBJECT_CHARACTERS + key.length + served.json.length + served.notes.join().length
  }

  return {
    /** Throws an `AppError`. */
    run: <Input extends z.ZodObject, Output extends z.ZodObject>(
      tool: Tool<Input, Output>,
      input: z.input<Input>,
      caller: Caller | undefined,
    ) => tool.run(input, services, caller),

    /** Throws an `AppError`. */
    async runAsJson(
      tool: Tool,
      input: unknown,
      caller: Caller | undefined,
      { notes: wantsNotes = false } = {},
    ): Promise<Served> {
      const isPublicRead = tool.auth === 'public' && tool.annotations.readOnlyHint
      // Read first: caching newer data under an older version is harmless.
      const catalog = isPublicRead ? await versionNow() : ''
      const key = catalog && `${catalog} ${tool.name} ${wantsNotes} ${JSON.stringify(input)}`
      const known = kept.get(key)
      if (known !== undefined) return known

      const { notes: notesOf, ...answer } = await tool.run(input, services, caller)
      const served = { ...answer, json: JSON.stringify(answer.data), notes: [] }
      try {
        const notes = wantsNotes ? await notesOf?.() : undefined
        const whole = notes === undefined ? served : { ...served, notes }
        if (key !== '') keep(key, whole)
        return whole
      } catch (err) {
        // Nothing depends on notes (D34), and an item may have been created already.
        log.error({ err }, 'no notes worked out')
        return served
      }
    },
  }
}
