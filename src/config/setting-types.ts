import { availableParallelism } from 'node:os'
import * as z from 'zod'
import { isSecureUrl } from '../core/links.ts'
import { parseNetwork } from '../http/addresses.ts'
import type { RateLimit, RateLimitPool } from '../http/rate-limit.ts'

/** @param message the problem if `parse` returns `undefined`. */
function parsed<Value>(parse: (text: string) => Value | undefined, message: string) {
  return z.string().transform((value, context) => {
    const result = parse(value)
    if (result !== undefined) return result
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

export const text = z.string().min(1)
export const email = z.email('must be an e-mail address')
export const cookieName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be a cookie name')
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')
export const choice = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, `must be one of: ${values.join(', ')}`)

/** Entries separated by spaces or commas. */
export const list = z.string().transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== ''))

/** Scopes, each for all operations or, after `read=` or `create=`, for one kind (D42). */
export const scopes = list.transform((entries) => {
  const of = (kind: string, other: string) =>
    entries.filter((entry) => !entry.startsWith(other)).map((entry) => entry.replace(kind, ''))
  return { read: of('read=', 'create='), create: of('create=', 'read=') }
})

export const origins = list.refine(
  (values) => values.every((value) => URL.parse(value)?.origin === value),
  'must be origins, such as https://app.example.com',
)

/** 96 random bits in base64 have 16 characters. */
export const secrets = list.refine(
  (values) => values.every((secret) => secret.length >= 16),
  'each must have 16 characters or more',
)

function numberIn(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  return value >= min && value <= max ? value : undefined
}

/** In decimal digits only. */
export const wholeNumber = (min: number, max: number) =>
  parsed((value) => numberIn(value, min, max), `must be a whole number from ${min} to ${max}`)

/** `auto` is one for each processor. */
export const workers = parsed(
  (value) => (value === 'auto' ? availableParallelism() : numberIn(value, 1, 64)),
  'must be a whole number from 1 to 64, or auto',
)

/** Without a slash at the end. */
export const baseUrl = parsed((value) => {
  const url = URL.parse(value)
  const isPlain = url !== null && url.search === '' && url.hash === ''
  return isPlain && /^https?:$/.test(url.protocol) ? url.href.replace(/\/+$/, '') : undefined
}, 'must be an http or https URL without query and fragment')

/** Kept as written: issuers are compared character by character, and some end in a slash. */
export const issuer = z.string().refine((value) => {
  const url = URL.parse(value)
  return url !== null && isSecureUrl(url)
}, 'must be an https URL (http is accepted on loopback only)')

export const databaseUrl = parsed((value) => {
  const [, path] = /^sqlite:(.+)$/.exec(value) ?? []
  if (path !== undefined) return { kind: 'sqlite' as const, path }
  const isServer = /^postgres(?:ql)?:/.test(value) && URL.canParse(value)
  return isServer ? { kind: 'postgres' as const, url: value } : undefined
}, 'must be sqlite:PATH, such as sqlite:var/selvage.db, or postgres://USER:PASSWORD@HOST:PORT/DATABASE')

/** `postgres` is the database of the accounts. */
export const limitStore = z.string().refine((value) => {
  const isServer = /^rediss?:/.test(value) && URL.canParse(value)
  return isServer || value === 'memory' || value === 'postgres'
}, 'must be memory, postgres, or redis://HOST:PORT')

function parseRateLimit(value: string): RateLimit | undefined {
  if (value === 'off') return 'off'
  const [, count, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(value) ?? []
  return count === undefined ? undefined : { count: Number(count), seconds: Number(seconds) }
}

export const rateLimit = parsed(parseRateLimit, 'must be count/seconds, such as 60/60, or off')

/** Networks with one limit each: `networks=count/seconds`, several separated by `;`. */
export const rateLimitPools = parsed((value): RateLimitPool[] | undefined => {
  const pools: RateLimitPool[] = []
  for (const entry of value === 'off' ? [] : value.split(/[\s;]+/)) {
    const [networks = '', count = ''] = entry.split('=')
    const network = parseNetwork(networks)
    const limit = parseRateLimit(count)
    if (network === undefined || limit === undefined) return undefined
    pools.push({ network, limit })
  }
  return pools
}, 'must be networks=count/seconds, such as 192.0.2.0/24,2001:db8::/32=6000/60, several separated by ;')
