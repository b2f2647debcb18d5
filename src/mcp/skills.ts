import { type Skill, skillEntry } from '@modelcontextprotocol/server/ext/skills'
import type { PublicText } from './resources.ts'

/** The MCP extension for skills (SEP-2640). */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

export interface SkillText {
  readonly name: string
  readonly description: string
  /** SKILL.md */
  readonly body: string
}

/** Checks the skills and computes their digests. Throws if a skill breaks the rules of SEP-2640. */
export async function loadSkills(skills: readonly SkillText[]) {
  const entries: Skill[] = []
  const texts: PublicText[] = []
  for (const { name, description, body } of skills) {
    const entry = await skillEntry(name, { 'SKILL.md': body })
    entries.push(entry)
    texts.push({ listed: { uri: entry.uri, name, description, mimeType: 'text/markdown' }, text: () => body })
  }
  return { entries, texts }
}
