import * as fc from 'fast-check'
import * as z from 'zod'
import type { Parameter, PublishedOperation, Schema } from './published.ts'

export interface DrawnRequest {
  readonly credentials: 'good' | 'bad' | 'none'
  /** Texts by parameter. */
  readonly parameters: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Any text that UTF-8 can carry, NUL and characters beyond 16 bits included. */
const anyText = (maxLength = 130) => fc.string({ unit: 'binary', maxLength })

/** At a bound, and one past it. */
const around = (...bounds: readonly number[]) => bounds.flatMap((bound) => [bound - 1, bound, bound + 1])

/** Lengths count code points, which may be two UTF-16 units. Long texts are ASCII, to fit into a URL. */
function textNear(
  { minLength = 0, maxLength = 300 }: Schema,
  units = maxLength > 1000 ? ['a'] : ['a', 'é', '🧵'],
) {
  const lengths = around(minLength, maxLength).filter((length) => length >= 0)
  return fc
    .tuple(fc.constantFrom(...units), fc.constantFrom(...lengths))
    .map(([unit, length]) => unit.repeat(length))
}

const ODD_TEXTS = ['', ' ', '\0', 'a\0b', '%00', '%zz', '"', "'", '*', '\u{e0041}']

/** A value that may or may not fit the schema. */
function valueLike(schema: Schema): fc.Arbitrary<unknown> {
  const { minimum = 0, maximum = 100 } = schema
  if (schema.enum !== undefined) return fc.oneof(fc.constantFrom(...schema.enum), anyText())
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer') {
    const odd = fc.constantFrom(...around(minimum, maximum), 1.5, 4_294_967_297)
    return fc.oneof(fc.integer({ min: minimum, max: maximum }), odd)
  }
  if (schema.type === 'number') {
    const odd = fc.constantFrom(...around(minimum, maximum), minimum - 0.001, maximum + 0.001, 1e21)
    return fc.oneof(fc.double({ min: minimum, max: maximum, noNaN: true }), odd)
  }
  return fc.oneof(
    { weight: 4, arbitrary: anyText(schema.maxLength) },
    { weight: 3, arbitrary: textNear(schema) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  )
}

/** Mostly near the schema, at times anything; for ids, also one that exists. */
function parameterText({ name, in: place, schema }: Parameter, ids: readonly string[]): fc.Arbitrary<string> {
  if (place === 'header') return textNear(schema, ['k'])
  const text = fc.oneof(
    { weight: 8, arbitrary: valueLike(schema).map(String) },
    { weight: 1, arbitrary: anyText() },
    { weight: /id$/i.test(name) ? 8 : 0, arbitrary: fc.constantFrom(...ids) },
  )
  // No URL can carry these as a segment.
  return place === 'path' ? text.filter((segment) => !/^\.{0,2}$/.test(segment)) : text
}

/** A body with some of its members, at times with others, at times any JSON. */
function bodyLike({ properties = {} }: Schema): fc.Arbitrary<unknown> {
  const members = Object.entries(z.record(z.string(), z.looseObject({})).parse(properties))
  const anything = fc.jsonValue({ maxDepth: 1 })
  const near = members.map(([name, member]) => [
    name,
    fc.oneof({ weight: 12, arbitrary: valueLike(member) }, { weight: 1, arbitrary: anything }),
  ])
  const known = fc.record(Object.fromEntries(near), { requiredKeys: [] })
  const unknown = fc.dictionary(fc.string(), anything, { maxKeys: 2 })
  return fc.oneof(
    { weight: 6, arbitrary: known },
    { weight: 2, arbitrary: fc.tuple(unknown, known).map((both) => Object.assign({}, ...both)) },
    { weight: 1, arbitrary: anything },
  )
}

export function requestTo({ parameters, body }: PublishedOperation, ids: readonly string[]) {
  const texts = parameters.map((parameter) => [parameter.name, parameterText(parameter, ids)])
  const requiredKeys = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  return fc.record<DrawnRequest>({
    credentials: fc.constantFrom(...Array.from({ length: 16 }, () => 'good' as const), 'bad', 'none'),
    parameters: fc.record<Record<string, string>, string>(Object.fromEntries(texts), { requiredKeys }),
    body: body === undefined ? fc.constant(undefined) : bodyLike(body.schema),
  })
}
