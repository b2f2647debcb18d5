import { allOf, anyOf, type Condition, has, NOTHING } from '../conditions/conditions.ts'
import type { Form, Part } from '../readings/parts.ts'

/** The places of a fabric where a search may find a form, as conditions. */

/** Words of the name begin with the form. SKUs and short names are never part of a name. */
export function inName(form: Form): Condition {
  if (form.as === 'word') return form.usage.inNames ? has('nameWord', form.text) : NOTHING
  return form.as === 'words' ? allOf(form.texts.map((word) => has('nameWord', word))) : NOTHING
}

/** Words of collection and maker, or the SKU, begin with the form. */
export function inLine(form: Form): Condition {
  if (form.as === 'sku') return has(form.mayGoOn ? 'skuStart' : 'sku', form.text)
  if (form.as === 'word') return form.usage.inLines ? has('lineWord', form.text) : NOTHING
  return allOf(form.texts.map((word) => has('lineWord', word)))
}

/** In the name or the line. Several words may be split between the two. */
export const atBeginning = (form: Form): Condition =>
  form.as === 'words'
    ? allOf(form.texts.map((word) => anyOf([has('nameWord', word), has('lineWord', word)])))
    : anyOf([inName(form), inLine(form)])

/** The fabrics with a word that contains the form's word. When such words are many, its letters are asked for. */
function inside(form: Form, feature: 'inside' | 'nameInside'): readonly Condition[] {
  if (form.as !== 'word') return []
  if (form.usage.insides === undefined) return [has(feature, form.text)]
  return form.usage.insides.flatMap((word) =>
    feature === 'inside' ? [has('nameWord', word), has('lineWord', word)] : [has('nameWord', word)],
  )
}

/** Inside a word, not at its beginning. */
export const insideWords = (form: Form): Condition => anyOf(inside(form, 'inside'))

/** A fabric has the form anywhere (D14). */
export const anywhere = (form: Form): Condition => anyOf([atBeginning(form), ...inside(form, 'inside')])

/** Anywhere in the name. Of several words, one is enough. */
export const inOwnName = (form: Form): Condition =>
  form.as === 'words'
    ? anyOf(form.texts.map((word) => has('nameWord', word)))
    : anyOf([inName(form), ...inside(form, 'nameInside')])

export const found = (part: Part, place: (form: Form) => Condition): Condition => anyOf(part.forms.map(place))

export const allFound = (parts: readonly Part[], place: (form: Form) => Condition): Condition =>
  allOf(parts.map((part) => found(part, place)))

/** One of the parts is in the special place, and the others are in theirs. */
export const oneFound = (
  parts: readonly Part[],
  special: (form: Form) => Condition,
  others: (form: Form) => Condition,
): Condition =>
  anyOf(parts.map((part, at) => allOf([found(part, special), allFound(parts.toSpliced(at, 1), others)])))
