import { expect, it } from 'vitest'
import * as z from 'zod'
import { inputSchema, outputSchema } from '../../src/core/schema.ts'
import { continuation, cursorInput, pageSize, text } from '../../tools/fields.ts'

const colour = z.enum(['red', 'blue'])
const point = z.object({ x: z.number().describe('Across.') })

it('publishes an input in plain JSON Schema, open to unknown members', () => {
  const schema = inputSchema(
    z.object({
      name: text({ min: 1, max: 120 }).describe('A name.'),
      note: text({ max: 1000 }).optional().describe('A note.'),
      size: z.number().min(0.25).max(240).describe('A size.'),
      limit: pageSize(50, 25),
      cursor: cursorInput(),
      colour: colour.describe('A colour.'),
      other: colour.optional().describe('The same again.'),
      flag: z.boolean().default(false).describe('A flag.'),
    }),
  )
  expect(schema).toEqual({
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 120, description: 'A name.' },
      note: { type: 'string', maxLength: 1000, description: 'A note.' },
      size: { type: 'number', minimum: 0.25, maximum: 240, description: 'A size.' },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 25, description: 'Most to return.' },
      cursor: {
        type: 'string',
        maxLength: 4096,
        description: 'From the last answer, same filters.',
      },
      colour: { type: 'string', enum: ['red', 'blue'], description: 'A colour.' },
      other: { type: 'string', enum: ['red', 'blue'], description: 'The same again.' },
      flag: { type: 'boolean', default: false, description: 'A flag.' },
    },
    required: ['name', 'size', 'colour'],
  })
})

it('publishes "or null" as a type list and keeps the description', () => {
  expect(outputSchema(z.object(continuation)).properties).toEqual({
    cursor: { type: ['string', 'null'], description: 'Next page; null on the last.' },
    truncated: { type: 'boolean', description: 'More follows.' },
  })
  const bounded = outputSchema(z.object({ size: z.number().min(1).max(9).nullable().describe('A size.') }))
  expect(bounded.properties['size']).toEqual({
    type: ['number', 'null'],
    minimum: 1,
    maximum: 9,
    description: 'A size.',
  })
})

it('names no dialect and refers to nothing, however often a type is used', () => {
  const json = JSON.stringify([
    inputSchema(z.object({ a: colour, b: colour, c: point, d: point })),
    outputSchema(z.object({ a: point, b: z.array(point), c: point.nullable() })),
  ])
  expect(json).not.toMatch(/\$schema|\$ref|\$defs|anyOf|oneOf|allOf/)
})
