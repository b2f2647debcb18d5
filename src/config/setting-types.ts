import { availableParallelism } from 'node:os'
import * as z from 'zod'
import { isLoopbackHost } from '../core/network.ts'
import { parseNetwork } from '../http/host-and-origin.ts'
import type { RateLimit, RateLimitPool } from '../http/rate-limit.ts'

/** What the documentation says about a setting. */
export interface About {
  /** One or two sentences, as Markdown. */
  readonly meaning: string
  /** What applies if the variable is absent or empty, as Markdown. */
  readonly absent: string
}

const abouts = z.registry<About>()

type Reader = z.ZodType<unknown, string>

/** A setting with a default. The default is text, as one would write it in the variable. */
export function setting<Read extends Reader>(
  read: Read,
  { meaning, ...about }: { readonly meaning: string; readonly default: string; readonly absent?: string },
) {
  const shown = about.default === '' ? 'none' : `\`${about.default}\``
  const schema = z.string().prefault(about.default).pipe(read)
  abouts.add(schema, { meaning, absent: about.absent ?? shown })
  return schema
}

/** A setting that may be left out. `absent` says what applies then. */
export function optional<Read extends Reader>(read: Read, about: About) {
  const schema = read.optional()
  abouts.add(schema, about)
  return schema
}

/** What the documentation says about a schema that `setting` or `optional` made. */
export function aboutOf(schema: z.ZodType): About {
  const about = abouts.get(schema)
  if (about === undefined) throw new Error('A setting was not made by setting() or optional().')
  return about
}

// How the text of a variable is read. Each says in its message what the text must be.

export const text = z.string().min(1)

/**
 * A plain list of scopes for everything, or `read=` and `create=` in front of each (D42). What has neither is for
 * both.
 */
export const scopes = z.string().transform((value) => {
  const entries = value.split(/[\s,]+/).filter((entry) => entry !== '')
  const of = (kind: string, other: string) =>
    entries.filter((entry) => !entry.startsWith(other)).map((entry) => entry.replace(kind, ''))
  return { read: of('read=', 'create='), create: of('create=', 'read=') }
})

/** Entries separated by spaces or commas. */
export const list = z.string().transform((value) => value.split(/[\s,]+/).filter((entry) => entry !== ''))

export const choice = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, `must be one of: ${values.join(', ')}`)

export const flag = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true')

/** A whole number from `min` to `max`, in decimal digits only. */
export const wholeNumber = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

const MOST_WORKERS = 64

/** A number of processes; `auto` is as many as this machine runs at the same time. */
export const workers = z.string().transform((value, context) => {
  if (value === 'auto') return availableParallelism()
  const count = wholeNumber(1, MOST_WORKERS).safeParse(value).data
  if (count !== undefined) return count
  context.addIssue({ code: 'custom', message: `must be a whole number from 1 to ${MOST_WORKERS}, or auto` })
  return z.NEVER
})

/** An address to build URLs from; it ends without a slash. */
export const baseUrl = z.string().transform((value, context) => {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isPlain = url !== undefined && url.search === '' && url.hash === ''
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    context.addIssue({ code: 'custom', message: 'must be an http or https URL without query and fragment' })
    return z.NEVER
  }
  return url.href.replace(/\/+$/, '')
})

export const email = z.email('must be an e-mail address')

/** The place of a database: a file of SQLite (or `:memory:`), or a PostgreSQL server. */
export const databaseUrl = z.string().transform((value, context) => {
  const [, path] = /^sqlite:(.+)$/.exec(value) ?? []
  if (path !== undefined) return { kind: 'sqlite', path } as const
  if (/^postgres(?:ql)?:/.test(value) && URL.canParse(value)) return { kind: 'postgres', url: value } as const
  context.addIssue({
    code: 'custom',
    message:
      'must be sqlite:PATH, such as sqlite:var/selvage.db, or postgres://USER:PASSWORD@HOST:PORT/DATABASE',
  })
  return z.NEVER
})

/** Where rate limits are counted. */
export const limitStore = z.string().transform((value, context) => {
  if (value === 'memory' || value === 'postgres') return { kind: value } as const
  if (/^rediss?:/.test(value) && URL.canParse(value)) return { kind: 'redis', url: value } as const
  context.addIssue({ code: 'custom', message: 'must be memory, postgres, or redis://HOST:PORT' })
  return z.NEVER
})

/** Kept as written: issuers are compared character by character, and some end in a slash. */
export const issuer = z.string().refine((value) => {
  if (!URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))
}, 'must be an https URL (http is accepted on loopback only)')

export const origins = list.superRefine((values, context) => {
  for (const value of values) {
    if (!URL.canParse(value) || new URL(value).origin !== value) {
      context.addIssue({
        code: 'custom',
        message: `${value} is not an origin, such as https://app.example.com`,
      })
    }
  }
})

function parseRateLimit(value: string): RateLimit | undefined {
  if (value === 'off') return 'off'
  const [, count, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})$/.exec(value) ?? []
  return count === undefined ? undefined : { count: Number(count), seconds: Number(seconds) }
}

export const rateLimit = z.string().transform((value, context): RateLimit => {
  const limit = parseRateLimit(value)
  if (limit !== undefined) return limit
  context.addIssue({ code: 'custom', message: 'must be count/seconds, such as 60/60, or off' })
  return z.NEVER
})

/** Networks with one limit each: `networks=count/seconds`, several separated by `;`. */
export const rateLimitPools = z.string().transform((value, context): RateLimitPool[] => {
  if (value === 'off') return []
  return value.split(/[\s;]+/).map((entry) => {
    const [networks = '', count = ''] = entry.split('=')
    const network = parseNetwork(networks)
    const limit = parseRateLimit(count)
    if (network !== undefined && limit !== undefined) return { network, limit }
    context.addIssue({
      code: 'custom',
      message: `${entry} is not networks=count/seconds, such as 192.0.2.0/24,2001:db8::/32=6000/60`,
    })
    return z.NEVER
  })
})

export const cookieName = z.string().regex(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/, 'must be a cookie name')

/** At least as long as a random one of 96 bits in base64. */
const SECRET_LENGTH = 16

export const secrets = list.refine(
  (values) => values.every((secret) => secret.length >= SECRET_LENGTH),
  `each must have ${SECRET_LENGTH} characters or more`,
)
