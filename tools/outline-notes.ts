import { shortNotes } from '../src/core/notes.ts'
import type { GeometryStatus, Outline } from '../src/design/index.ts'

const OUTLINE_NOTES: Readonly<Record<GeometryStatus, string | undefined>> = {
  complete: undefined,
  truncated: 'The outline is cut short. counts has the true totals.',
  empty: 'It has no pieces yet; they are drawn in the editor that url opens.',
  unavailable: 'It has no outline: it is a photo, or its design cannot be read.',
}

/** What the cutting of an outline is worth, or why there is none (D41). */
function cuttingNote({ geometry = {}, geometryStatus }: Outline): string | undefined {
  if (geometryStatus === 'empty') return undefined
  if ('cutting' in geometry) return geometryStatus === 'truncated' ? 'cutting counts every piece.' : undefined
  if ('shapes' in geometry) return 'It has no cutting, because it has too many pieces.'
  return 'placements' in geometry
    ? 'It has no cutting, because a block of it is gone, has no pieces that can be read, or has too many.'
    : undefined
}

/** The notes of an outline, if one was asked for (D38). */
export function outlineNotes(outline: Outline | undefined): string[] {
  if (outline === undefined) return []
  return shortNotes([OUTLINE_NOTES[outline.geometryStatus], cuttingNote(outline)])
}

/** Why a `get_asset` has no picture (D39), where the outline did not say so already. */
export function pictureNotes(
  lacks: 'pieces' | 'design' | 'bounds' | undefined,
  outline: Outline | undefined,
): string[] {
  if (lacks === 'bounds') return ['It has no picture: it is too large to draw.']
  if (lacks === undefined || outline !== undefined) return []
  return shortNotes([OUTLINE_NOTES[lacks === 'pieces' ? 'empty' : 'unavailable']])
}
