import type { Geometry, GeometryStatus, Outline } from '../src/design/index.ts'
import { shortNotes } from './notes.ts'

const OUTLINE_NOTES: Readonly<Record<GeometryStatus, string | undefined>> = {
  complete: undefined,
  truncated: 'The outline is cut short. counts has the true totals, and cutting counts every piece.',
  empty: 'It has no pieces yet; they are drawn in the editor that url opens.',
  unavailable: 'It has no outline: it is a photo, or its design cannot be read.',
}

function leftOut(geometry: Geometry): readonly string[] {
  if ('yardage' in geometry) return geometry.yardage?.notCounted ?? []
  return 'notCounted' in geometry ? (geometry.notCounted ?? []) : []
}

/** The notes of an outline, if one was asked for (D38). */
export function outlineNotes(outline: Outline | undefined): string[] {
  if (outline === undefined) return []
  const { geometry, geometryStatus } = outline
  const missing = geometry === undefined ? [] : leftOut(geometry)
  return shortNotes([
    OUTLINE_NOTES[geometryStatus],
    missing.length > 0 ? `Not counted: ${missing.join('; ')}.` : undefined,
  ])
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
