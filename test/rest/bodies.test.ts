import { describe, expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { exchange, requestText } from '../helpers/wire.ts'
import { expectFailure, expectSuccess } from './answers.ts'
import { DATA } from './contract.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_other')

const post = (path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  server.rest(path, { method: 'POST', token, body, headers })

/** A body that is not text, which the helper's requests always are. */
const postBytes = (path: string, bytes: Buffer, type = ['Content-Type: application/json']) => {
  const lines = [`Authorization: Bearer ${token}`, `Content-Length: ${bytes.length}`, ...type]
  const head = requestText(`POST /api/v1${path}`, lines)
  return exchange(server.port, Buffer.concat([Buffer.from(head), bytes]))
}

describe.each([
  ['/projects', '{"name":"n"}'],
  ['/blocks', '{"name":"n","finishedWidthInches":12,"finishedHeightInches":9}'],
])('POST %s', (path, valid) => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['half an object', Buffer.from(valid.slice(0, -1))],
    ['two objects', Buffer.from(valid + valid)],
    ['a byte order mark', Buffer.from(`\uFEFF${valid}`)],
    ['UTF-16', Buffer.from(valid, 'utf16le')],
    ['Latin-1', Buffer.from(valid.replace('"n"', '"é"'), 'latin1')],
    ['an encoded surrogate', Buffer.from('7b226e616d65223a22eda080227d', 'hex')],
    ['an overlong NUL', Buffer.from('7b226e616d65223a22c080227d', 'hex')],
  ])('[D9.1] refuses %s as JSON', async (_, bytes) => {
    expectFailure(await postBytes(path, bytes), 'invalid_json')
  })

  it.each(['[]', '[{"name":"n"}]', 'null', '"text"', '12', 'true'])(
    '[D9.1] refuses %s: not an object',
    async (body) => {
      const { message } = expectFailure(await post(path, body), 'invalid_argument')
      expect(message).toBe('The arguments must be a JSON object.')
    },
  )

  it.each([
    ...['1', 'true', 'null', '["n"]', '{"a":"n"}'].map((name) => [name, /^name must be text/] as const),
    ...['\\u0000', 'a\\u0000b', '\\ud83e', '\\udef5\\ud83e', '\\ud83ex'].map(
      (name) => [`"${name}"`, /unpaired surrogates/] as const,
    ),
  ])('[§7.400, D8.2] refuses a name of %s', async (name, words) => {
    const answer = await post(path, valid.replace('"n"', name))
    expect(expectFailure(answer, 'invalid_argument').message).toMatch(words)
  })

  it('[D12.1] ignores unknown members', async () => {
    for (const member of ['"extra":{"a":[1]},', '"__proto__":{"name":1},'])
      expect((await post(path, valid.replace('{', `{${member}`))).status).toBe(201)
  })

  it.each([
    ['content-type', 'Application/JSON'],
    ['content-type', 'application/json ; charset="UTF-8"'],
    ['accept', 'text/html'],
    ['accept', 'application/xml;q=1, application/json;q=0'],
    ['accept', 'nonsense'],
  ])('[D13.4, D13.5] takes %s: %s', async (name, value) => {
    expect((await post(path, valid, { [name]: value })).status).toBe(201)
  })

  it.each([
    ['content-type', 'text/plain'],
    ['content-type', 'application/jsonx'],
    ['content-type', 'application/x-www-form-urlencoded'],
    ['content-type', 'application/json; charset=utf-16'],
    ['content-type', 'application/json, text/plain'],
    ['content-encoding', 'gzip'],
    ['content-encoding', 'br'],
    ['content-encoding', 'identity, gzip'],
  ])('[D13.5] refuses %s: %s', async (name, value) => {
    expectFailure(await post(path, valid, { [name]: value }), 'unsupported_media_type')
  })

  it('[D13.5] refuses a body without Content-Type', async () => {
    expectFailure(await postBytes(path, Buffer.from(valid), []), 'unsupported_media_type')
  })
})

it('[§4.10.size, §7.400, D9.1] a width is a JSON number', async () => {
  const withWidth = (width: string) =>
    post('/blocks', `{"name":"n","finishedWidthInches":${width},"finishedHeightInches":9}`)
  for (const width of ['12', '12.0', '1.2e1', '1200E-2'])
    expect((await withWidth(width)).json.data.finishedWidthInches, width).toBe(12)
  for (const width of ['"12"', '1e400', '-1e400', 'true', 'null', '[12]', '{}', '""']) {
    const { message } = expectFailure(await withWidth(width), 'invalid_argument')
    expect(message, width).toBe('finishedWidthInches must be a number from 0.25 to 240.')
  }
  for (const width of ['012', '+12', '.5', '12.', '0x10', 'Infinity'])
    expectFailure(await withWidth(width), 'invalid_json')
})

it('[§4.5.description] description may be empty but not null', async () => {
  expect((await post('/projects', '{"name":"n","description":""}')).status).toBe(201)
  const answer = await post('/projects', '{"name":"n","description":null}')
  expect(expectFailure(answer, 'invalid_argument').message).toMatch(/^description must be text/)
})

const size = { finishedWidthInches: 12.5, finishedHeightInches: 0.25 }

/** The name that the database holds. */
async function storedName(table: 'projects' | 'assets', id: string): Promise<string | undefined> {
  const { kysely, close } = await server.openAccounts()
  const row = await kysely.selectFrom(table).select('name').where('id', '=', id).executeTakeFirst()
  await close()
  return row?.name
}

it.each([
  ...['  spaced  ', 'e\u0301 is not \u00e9', '🧵🪡', "<b>'; drop table projects; --", '%41+'].map(
    (name) => [name, name] as const,
  ),
  ['safe\u202Eegnahc\u0007', 'safeegnahc'] as const,
])('[D8.3, D23.1] the name %j is stored as sent, and answered as %j', async (name, shown) => {
  const project = expectSuccess(await post('/projects', JSON.stringify({ name })), DATA.createProject, 201)
  const block = expectSuccess(await post('/blocks', JSON.stringify({ name, ...size })), DATA.createBlock, 201)
  const { json } = await server.rest(`/blocks/${block.blockId}`, { token })
  expect([project.name, block.name, json.data.asset.name]).toEqual([shown, shown, shown])
  expect(await storedName('projects', project.projectId)).toBe(name)
  expect(await storedName('assets', block.blockId)).toBe(name)
})

it.each([
  { path: '/projects', body: { name: 'Twice' }, id: 'projectId' },
  { path: '/blocks', body: { name: 'Twice', ...size }, id: 'blockId' },
])(
  '[§9.key, §4.5.replay, §4.10.replay] the same Idempotency-Key on $path makes two items',
  async ({ path, body, id }) => {
    const key = { 'idempotency-key': 'once-please' }
    const first = await post(path, JSON.stringify(body), key)
    const second = await post(path, JSON.stringify(body), key)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.json.data[id]).not.toBe(second.json.data[id])
    expect(`${first.text}${[...first.headers]}`).not.toContain('once-please')
  },
)
