/** Real messages have fewer than a hundred. The SDK writes about 240 bytes on each one that is wrong. */
const MAX_VALUES = 1_000
/** Clients count, or send a UUID. An answer repeats the id. */
const MAX_ID_LENGTH = 256

/** How many members and elements a JSON value has, nested ones included. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + 1 + countValues(inner), 0)
}

/** Why a message is refused before any schema reads it: it would cost more than it can mean. */
export function excessOf(message: unknown): string | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  if ('id' in message && typeof message.id === 'string' && message.id.length > MAX_ID_LENGTH)
    return `the id has more than ${MAX_ID_LENGTH} characters.`
  return countValues(message) > MAX_VALUES
    ? `the message has more than ${MAX_VALUES} members and elements.`
    : undefined
}
