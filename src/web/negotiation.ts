/** The weight that an `Accept` header gives to a media type; 0 if it does not name it (RFC 9110 §12.5.1). */
function weightOf(type: string, accept: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim())
    if (name !== type) continue
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight) ? Number(weight) : 0
  }
  return 0
}

/** Whether the client asks for a page by name, and does not prefer JSON. All browsers do. */
export function prefersPage(accept: string | null): boolean {
  if (accept === null) return false
  const weight = weightOf('text/html', accept)
  return weight > 0 && weight >= weightOf('application/json', accept)
}

/**
 * Whether the client asks for Markdown by name, and prefers it to HTML or accepts both alike. Browsers never
 * do.
 */
export function prefersMarkdown(accept: string | null): boolean {
  if (accept === null) return false
  const weight = weightOf('text/markdown', accept)
  return weight > 0 && weight >= weightOf('text/html', accept)
}
