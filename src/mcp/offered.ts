import type { Tool } from '../core/tool.ts'
import { colorPrompts } from './color-prompts.ts'
import { cuttingListPrompt } from './cutting-prompt.ts'
import { makersFamily } from './makers.ts'
import { ownItemsFamily } from './own-items.ts'
import { picturesFamily } from './pictures.ts'
import type { Prompt } from './prompts.ts'
import type { ResourceFamily } from './resources.ts'
import { loadSkills, type Skills, type SkillText } from './skills.ts'
import { viewsFamily } from './views/family.ts'

/** Everything that `/mcp` and stdio offer, made once. */
export interface Offered {
  readonly tools: readonly Tool[]
  readonly resources: readonly ResourceFamily[]
  readonly prompts: readonly Prompt[]
  readonly skills: Skills
}

/** @param tools all definitions; only those for MCP are offered. */
export async function createOffered(
  tools: readonly Tool[],
  skillTexts: readonly SkillText[],
): Promise<Offered> {
  const skills = await loadSkills(skillTexts)
  return {
    tools: tools.filter(({ surfaces }) => surfaces.includes('mcp')),
    // The first family that owns an address reads it.
    resources: [makersFamily, ownItemsFamily, picturesFamily, skills.family, viewsFamily()],
    prompts: [...colorPrompts, cuttingListPrompt],
    skills,
  }
}
