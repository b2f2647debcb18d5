import { type Skill, skillEntry } from '@modelcontextprotocol/server/ext/skills'
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
