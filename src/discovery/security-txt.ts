import { DOCUMENTS } from '../core/documents.ts'

const DAY = 86_400_000
const VALID_DAYS = 330

/**
 * `/.well-known/security.txt` (RFC 9116), valid for less than a year from the start of the server. The
 * contact is the mailbox that RFC 2142 reserves for security.
 */
export function securityText(baseUrl: string, now: number): string {
  const expires = new Date((Math.floor(now / DAY) + VALID_DAYS) * DAY).toISOString()
  return `Contact: mailto:security@${new URL(baseUrl).hostname}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${baseUrl}${DOCUMENTS.securityTxt.path}
`
}
