/** No valid input has more than some ten levels. */
export const MOST_LEVELS = 64

/** Whether code that walks the value could overflow the stack. */
export function isTooDeep(value: unknown, depth = MOST_LEVELS): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => isTooDeep(inner, depth - 1))
}
