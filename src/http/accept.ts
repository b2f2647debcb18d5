/** The weight of a value in `Accept` or `Accept-Encoding`; 0 if it is not named (RFC 9110 §12.4.2). */
export function weightOf(value: string, accept: string | null): number {
  for (const range of (accept ?? '').toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim())
    if (name !== value) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
  }
  return 0
}

/** Whether the client names a type and wants it at least as much as the other one. */
export function prefers(accept: string | null, type: string, other: string): boolean {
  const weight = weightOf(type, accept)
  return weight > 0 && weight >= weightOf(other, accept)
}
