type Members = Readonly<Record<string, unknown>>

/** One member of the header or the claims set to another value; `undefined` removes it. */
export interface Mutation {
  readonly part: 'claims' | 'header'
  readonly member: string
  readonly value: unknown
}

export interface Changes {
  readonly claims: Members
  readonly header: Members
}

const HOUR = 3_600
const BASE = '{base}'
/** Seconds from now, made absolute when the token is. */
const at = (offset: number) => ({ offset })

const claims: Readonly<Record<string, readonly unknown[]>> = {
  iss: [undefined, 'https://id.example', `${BASE}`, '', 1, null, []],
  aud: [undefined, [BASE], ['x', BASE], ['x'], [], [1], `${BASE}.evil.example`, '', 1, null, {}],
  exp: [undefined, at(60), at(-10), at(-40), '4102444800', 4_102_444_800.5, 1e300, 0, -1, null],
  nbf: [at(-5), at(20), at(90), 0, '0', null],
  iat: [undefined, at(-HOUR), at(20), at(HOUR), 1e300, 0, -1, '0', null],
  sub: [undefined, 'u', '', ' ', 'a b', 'é', 'x'.repeat(255), 'x'.repeat(256), 1, null, {}],
  jti: [undefined, 'j', '', 1, null],
  client_id: [undefined, 'c', '', 1, null],
  cnf: [{}, { jkt: 'x' }, { 'x5t#S256': 'x' }, { a: 1, b: 2 }, 'x', null],
  scope: ['', 'a b', 1, ['a'], null],
  nonce: ['n'],
}
const header: Readonly<Record<string, readonly unknown[]>> = {
  typ: [undefined, 'AT+JWT', 'application/at+jwt', 'JWT', 'at+jwt2', '', 1, null],
  alg: ['RS256', 'HS256', 'none', 'ES384', 'EdDSA', undefined, 1],
  kid: [undefined, 'key-2', 'key-RS256', ''],
  crit: [['b64'], ['x'], []],
  b64: [true, false],
  jwk: [{}],
  jku: ['https://keys.example'],
}

const listed = (part: Mutation['part'], table: typeof claims): Mutation[] =>
  Object.entries(table).flatMap(([member, values]) => values.map((value) => ({ part, member, value })))

export const mutations: readonly Mutation[] = [...listed('claims', claims), ...listed('header', header)]

function concrete(value: unknown, base: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => concrete(entry, base))
  if (typeof value === 'string') return value.replace(BASE, base)
  const isTime = typeof value === 'object' && value !== null && 'offset' in value
  return isTime ? Math.floor(Date.now() / 1000) + Number(value.offset) : value
}

/** The mutations of one token; of two to the same member the later counts. */
export function changesOf(applied: readonly Mutation[], base: string): Changes {
  const of = (part: Mutation['part']) =>
    Object.fromEntries(
      applied
        .filter((mutation) => mutation.part === part)
        .map(({ member, value }) => [member, concrete(value, base)]),
    )
  return { claims: of('claims'), header: of('header') }
}

/** Where this server refuses what RFC 9068 as the oracle reads it lets pass, and why. */
export const strictness: readonly { reason: string; applies: (changes: Changes) => boolean }[] = [
  {
    reason: 'a token from the future is a forgery or a broken clock',
    applies: ({ claims: { iat } }) => typeof iat === 'number' && iat > Date.now() / 1000 + 30,
  },
  {
    reason: 'a user id is 1 to 255 visible ASCII characters: it is stored and logged',
    applies: ({ claims: { sub } }) => typeof sub === 'string' && !/^[!-~]{1,255}$/.test(sub),
  },
  {
    reason: 'whatever confirmation a token asks for, nobody checks it here',
    applies: ({ claims: { cnf } }) => cnf !== undefined,
  },
]
