import { expect, it } from 'vitest'
import * as z from 'zod'
import { serverJson } from '../../src/documents/agents.ts'
import { VERSION } from '../../src/version.ts'

/**
 * The registry's rules of 2025-12-11 for the members that we use, in our own words; closed, so that a new
 * member is checked against the published schema before it is used.
 */
const registryEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/, 'one exact version, never a range'),
  websiteUrl: z.url({ protocol: /^https$/ }),
  remotes: z.tuple([
    z.strictObject({ type: z.literal('streamable-http'), url: z.url({ protocol: /^https$/ }) }),
  ]),
})

it.each([
  ['https://agents.example.com', 'com.example.agents/selvage', 'https://agents.example.com/mcp'],
  ['https://example.com/quilts', 'com.example/selvage', 'https://example.com/quilts/mcp'],
])('[§4.11.tools] the registry entry of %s is valid and named after its domain', (baseUrl, name, url) => {
  const entry = registryEntry.parse(serverJson(baseUrl, VERSION))
  expect(entry).toMatchObject({ name, version: VERSION, websiteUrl: baseUrl, remotes: [{ url }] })
})
