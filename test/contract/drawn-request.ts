import * as fc from 'fast-check'
import * as z from 'zod'
import type { Parameter, PublishedOperation, Schema } from './published.ts'

export interface DrawnRequest {
  readonly credentials: 'good' | 'bad' | 'none'
  /** Texts by parameter, several for a list; what is left out is not sent. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>
  readonly body: unknown
}

/** Any text that UTF-8 can carry, NUL and characters beyond 16 bits included. */
const anyText = fc.string({ unit: 'binary', maxLength: 130 })
const headerText = (length: fc.Arbitrary<number>) => length.map((count) => 'k'.repeat(count))

/** At a bound, and one past it. */
const around = (...bounds: (number | undefined)[]) =>
  bounds.filter((bound) => bound !== undefined).flatMap((bound) => [bound - 1, bound, bound + 1])

function lengthsOf({ minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<number> {
  return fc.constantFrom(...around(minLength, maxLength).filter((length) => length >= 0))
}

/** One code point may be two UTF-16 units: lengths are counted in code points. What is long must be ASCII to fit into a URL. */
const unitsOf = ({ maxLength = 0 }: Schema) => (maxLength > 1000 ? ['a'] : ['a', 'é', '🧵'])

const textOf = (schema: Schema) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: schema.maxLength ?? 100 }) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(lengthsOf(schema), fc.constantFrom(...unitsOf(schema)))
        .map(([length, unit]) => unit.repeat(length)),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', ' ', '\0', 'a\0b', '%00', '%zz', '"', "'", '*', '\u{e0041}'),
    },
  )

const numberOf = ({ minimum = 0, maximum = 100 }: Schema) =>
  fc.oneof(
    fc.double({ min: minimum, max: maximum, noNaN: true }),
    fc.constantFrom(...around(minimum, maximum), minimum - 0.001, maximum + 0.001, -1, 1e21),
  )

/** At most one value more than the list may have. */
const listLike = <Value>(
  { items = {}, maxItems = 3 }: Schema,
  draw: (schema: Schema) => fc.Arbitrary<Value>,
) => fc.array(draw(items), { minLength: 1, maxLength: maxItems + 1 })

/** A value that may or may not fit the schema. */
function valueLike(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.oneof(fc.constantFrom(...schema.enum), anyText)
  if (schema.type === 'integer') {
    return fc.oneof(
      fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 100 }),
      fc.constantFrom(...around(schema.minimum, schema.maximum), 0, -1, 1.5, 4_294_967_297),
    )
  }
  if (schema.type === 'number') return numberOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  return schema.type === 'array' ? listLike(schema, valueLike) : textOf(schema)
}

/** Texts for one parameter: mostly near its schema, at times anything, for ids also those that exist. */
function parameterText(parameter: Parameter, ids: readonly string[]): fc.Arbitrary<string | string[]> {
  if (parameter.schema.type === 'array')
    return listLike(parameter.schema, (schema) => singleText({ ...parameter, schema }, ids))
  return singleText(parameter, ids)
}

function singleText(parameter: Parameter, ids: readonly string[]): fc.Arbitrary<string> {
  if (parameter.in === 'header') return headerText(lengthsOf(parameter.schema))
  const isId = /id$/i.test(parameter.name)
  const text = fc.oneof(
    { weight: 8, arbitrary: valueLike(parameter.schema).map(String) },
    { weight: 1, arbitrary: anyText },
    { weight: isId ? 8 : 0, arbitrary: fc.constantFrom(...ids) },
  )
  // No URL can carry these as a segment: they are taken for directions.
  return parameter.in === 'path' ? text.filter((segment) => !/^\.{0,2}$/.test(segment)) : text
}

function bodyLike(schema: Schema): fc.Arbitrary<unknown> {
  const members = z.record(z.string(), z.looseObject({})).parse(schema.properties ?? {})
  const near = fc.record(
    Object.fromEntries(
      Object.entries(members).map(([name, member]) => [
        name,
        fc.oneof(
          { weight: 12, arbitrary: valueLike(member) },
          { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
        ),
      ]),
    ),
    { requiredKeys: [] },
  )
  const withMore = fc.tuple(near, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }))
  return fc.oneof(
    { weight: 6, arbitrary: near },
    { weight: 2, arbitrary: withMore.map(([known, unknown]) => ({ ...unknown, ...known })) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )
}

/** Requests to one operation, drawn from what is published of it. */
export function requestTo(
  { parameters, body }: PublishedOperation,
  ids: readonly string[],
): fc.Arbitrary<DrawnRequest> {
  const isInPath = (parameter: Parameter) => parameter.in === 'path'
  return fc.record({
    credentials: fc.oneof(
      { weight: 8, arbitrary: fc.constant('good' as const) },
      { weight: 1, arbitrary: fc.constantFrom('bad' as const, 'none' as const) },
    ),
    parameters: fc.record(
      Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterText(parameter, ids)])),
      { requiredKeys: parameters.filter(isInPath).map(({ name }) => name) },
    ),
    body: body === undefined ? fc.constant(undefined) : bodyLike(body.schema),
  })
}
