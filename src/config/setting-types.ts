import { availableParallelism } from 'node:os'
import { isSecureUrl } from '../core/links.ts'
import { networkCheck } from '../http/addresses.ts'
import type { RateLimit, RateLimitPool } from '../http/rate-limit.ts'

/** How the text of a variable becomes a value: `undefined` if it is not what it must be. */
export interface SettingType<Value> {
  readonly mustBe: string
  readonly parse: (text: string) => Value | undefined
}

const setting = <Value>(mustBe: string, parse: (text: string) => Value | undefined) => ({ mustBe, parse })

const matching = (mustBe: string, matches: (text: string) => boolean) =>
  setting(mustBe, (text) => (matches(text) ? text : undefined))

export const text = matching('text', () => true)
export const email = matching('an e-mail address', (value) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value))
export const cookieName = matching('a cookie name', (name) => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name))
export const choice = <const Value extends string>(...values: readonly Value[]) =>
  setting(`one of: ${values.join(', ')}`, (value) => values.find((known) => known === value))
export const logLevel = choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent')
export const flag = setting('true or false', (value) =>
  ['true', 'false'].includes(value) ? value === 'true' : undefined,
)

const entriesOf = (value: string) => value.split(/[\s,]+/).filter((entry) => entry !== '')

const listOf = (mustBe: string, isRight: (entry: string) => boolean) =>
  setting(mustBe, (value) => (entriesOf(value).every(isRight) ? entriesOf(value) : undefined))

export const list = listOf('a list', () => true)
export const origins = listOf(
  'origins, such as https://app.example.com',
  (entry) => URL.parse(entry)?.origin === entry,
)
/** 96 random bits in base64 have 16 characters. */
export const secrets = listOf('secrets of 16 characters or more', ({ length }) => length >= 16)

/** Scopes, each for all operations or, after `read=` or `create=`, for one kind (D42). */
export const scopes = setting('scopes', (value) => {
  const of = (kind: string, other: string) =>
    entriesOf(value).flatMap((entry) => (entry.startsWith(other) ? [] : entry.replace(kind, '')))
  return { read: of('read=', 'create='), create: of('create=', 'read=') }
})

export const wholeNumber = (min: number, max: number) =>
  setting(`a whole number from ${min} to ${max}`, (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : -1
    return number >= min && number <= max ? number : undefined
  })

const few = wholeNumber(1, 64)

export const workers = setting(`${few.mustBe}, or auto`, (value) =>
  value === 'auto' ? availableParallelism() : few.parse(value),
)

export const baseUrl = setting('an http or https URL without query and fragment', (value) => {
  const url = URL.parse(value)
  const isPlain = url !== null && url.search === '' && url.hash === ''
  return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : undefined
})

/** Issuers are compared character by character, and some end in a slash. */
export const issuer = matching('an https URL (http is accepted on loopback only)', (value) => {
  const url = URL.parse(value)
  return url !== null && isSecureUrl(url)
})

export const databaseUrl = setting(
  'sqlite:PATH, such as sqlite:var/selvage.db, or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  (value) => {
    const [, path] = /^sqlite:(?!:memory:)(.+)$/.exec(value) ?? []
    if (path !== undefined) return { kind: 'sqlite' as const, path }
    const isServer = /^postgres(?:ql)?:/.test(value) && URL.canParse(value)
    return isServer ? { kind: 'postgres' as const, url: value } : undefined
  },
)

export const limitStore = matching(
  'memory, postgres, or redis://HOST:PORT',
  (value) => ['memory', 'postgres'].includes(value) || (/^rediss?:/.test(value) && URL.canParse(value)),
)

export const rateLimit = setting('count/seconds, such as 60/60, or off', (value): RateLimit | undefined => {
  if (value === 'off') return 'off'
  const [, count, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(value) ?? []
  return count === undefined ? undefined : { count: Number(count), seconds: Number(seconds) }
})

export const rateLimitPools = setting(
  'networks=count/seconds, such as 192.0.2.0/24,2001:db8::/32=6000/60, several separated by ;',
  (value) => {
    const pools: RateLimitPool[] = []
    for (const entry of value === 'off' ? [] : value.split(/[\s;]+/)) {
      const [networks = '', count = ''] = entry.split('=')
      const includes = networkCheck(networks.split(','))
      const limit = rateLimit.parse(count)
      if (includes === undefined || limit === undefined) return undefined
      pools.push({ includes, limit })
    }
    return pools
  },
)
