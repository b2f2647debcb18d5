import type { Server } from '@modelcontextprotocol/server'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { type Skill, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import * as z from 'zod'
import type { ResourceFamily } from './resources.ts'

/** The MCP extension for skills (SEP-2640). */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

export interface SkillText {
  readonly name: string
  readonly description: string
  /** SKILL.md */
  readonly body: string
}

export interface Skills {
  readonly entries: readonly Skill[]
  /** Serves the files of the skills to `resources/read`. */
  readonly family: ResourceFamily
}

const CACHE = { ttlMs: 3_600_000, cacheScope: 'public' } as const
const listParams = z.looseObject({})
const getParams = z.looseObject({ uri: z.string() })

/** Checks the skills and computes their digests. Throws if a skill breaks the rules of SEP-2640. */
export async function loadSkills(texts: readonly SkillText[]): Promise<Skills> {
  const loaded = await Promise.all(
    texts.map(async (text) => ({ ...text, entry: await skillEntry(text.name, { 'SKILL.md': text.body }) })),
  )
  const byUri = new Map(loaded.map((skill) => [skill.entry.uri, skill]))
  return {
    entries: loaded.map(({ entry }) => entry),
    family: {
      auth: 'public',
      owns: (uri) => uri.startsWith('skill://'),
      async list() {
        return loaded.map(({ entry, name, description }) => ({
          uri: entry.uri,
          name,
          description,
          mimeType: 'text/markdown',
        }))
      },
      async read(uri) {
        const skill = byUri.get(uri)
        return skill === undefined ? undefined : [{ uri, mimeType: 'text/markdown', text: skill.body }]
      },
    },
  }
}

/** Answers the two methods of the extension; the low-level server has no helper for them. */
export function serveSkills(server: Server, { entries }: Skills): void {
  server.setRequestHandler('skills/list', { params: listParams }, () => ({ skills: [...entries], ...CACHE }))
  server.setRequestHandler('skills/get', { params: getParams }, ({ uri }) => {
    const skill = entries.find((entry) => entry.uri === uri)
    if (skill === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown skill.')
    return { skill, ...CACHE }
  })
}
