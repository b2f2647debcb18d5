const WHOLE = /^\{(\d+)\.([\w.]+)\}$/

function partOf(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
    value,
  )
}

/** The arguments with every `{call.path}` replaced by that part of an earlier answer. */
export function fill(
  args: Readonly<Record<string, unknown>>,
  answers: readonly unknown[],
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const [, call, path] = typeof value === 'string' ? (WHOLE.exec(value) ?? []) : []
      if (call === undefined || path === undefined) return [name, value]
      const part = partOf(answers[Number(call)], path.split('.'))
      if (part === undefined) throw new Error(`answer ${call} has no ${path}`)
      return [name, part]
    }),
  )
}
