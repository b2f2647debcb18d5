import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as z from 'zod'

const schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
})
export type Schema = z.output<typeof schema>

const json = z.object({ 'application/json': z.object({ schema }) })
const parameter = z.object({
  name: z.string(),
  in: z.enum(['query', 'path', 'header']),
  required: z.boolean(),
  schema,
})
const header = z.object({ required: z.boolean().default(false), schema })
const operation = z.object({
  operationId: z.string(),
  security: z.array(z.unknown()),
  parameters: z.array(parameter),
  requestBody: z.object({ content: json }).optional(),
  responses: z.record(z.string(), z.object({ headers: z.record(z.string(), header), content: json })),
})
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

/** Replaces every `$ref` by its target. The document has no cycles. */
function dereference(value: unknown, root: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => dereference(item, root))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value && typeof value.$ref === 'string') {
    let target = root
    for (const key of value.$ref.replace('#/', '').split('/')) {
      target = z.record(z.string(), z.unknown()).parse(target)[key]
    }
    return dereference(target, root)
  }
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, dereference(item, root)]))
}

type Checked<Described> = Described & { readonly isValid: ValidateFunction }
export type Parameter = Checked<z.output<typeof parameter>>

/** An operation, as the document describes it. */
export interface PublishedOperation {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly needsToken: boolean
  readonly parameters: readonly Parameter[]
  readonly body: Checked<{ schema: Schema }> | undefined
  readonly responses: ReadonlyMap<number, Checked<{ headers: Map<string, Checked<z.output<typeof header>>> }>>
}

export async function readPublished(baseUrl: string): Promise<PublishedOperation[]> {
  const raw: unknown = await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json()
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const checked = <Described extends { schema: Schema }>(described: Described) => ({
    ...described,
    isValid: ajv.compile(described.schema),
  })
  const { paths } = document.parse(dereference(raw, raw))
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId, security, parameters, requestBody, responses }]) => ({
        operationId,
        method: method.toUpperCase(),
        path,
        needsToken: security.length > 0,
        parameters: parameters.map(checked),
        body: requestBody && checked(requestBody.content['application/json']),
        responses: new Map(
          Object.entries(responses).map(([status, { headers, content }]) => {
            const named = Object.entries(headers).map(([name, each]) => [name, checked(each)] as const)
            return [Number(status), { ...checked(content['application/json']), headers: new Map(named) }]
          }),
        ),
      }),
    ),
  )
}

/** A parameter's text as a value of its schema. */
export function typedValue(text: string, { type }: Schema): unknown {
  if (type === 'integer' && /^-?(?:0|[1-9]\d*)$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
