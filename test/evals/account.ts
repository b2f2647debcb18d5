import * as z from 'zod'
import type { TestServer } from '../helpers/server.ts'
import type { MadeItem } from './tasks.ts'

const item = z.object({
  id: z.string(),
  name: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
})
type AccountItem = z.infer<typeof item> & { readonly kind: MadeItem['kind'] }

/** Far more pages than a demo account has. */
const MAX_PAGES = 20

/** Every project and block of an account: what a task may have changed. */
export async function accountOf(server: TestServer, token: string): Promise<AccountItem[]> {
  const all = async (path: string, member: string, kind: MadeItem['kind']) => {
    const items: AccountItem[] = []
    let cursor = ''
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { json } = await server.rest(`${path}?limit=50${cursor}`, { token })
      for (const found of z.array(item).parse(json.data[member])) items.push({ ...found, kind })
      if (json.data.cursor === null) break
      cursor = `&cursor=${encodeURIComponent(json.data.cursor)}`
    }
    return items
  }
  return [...(await all('/projects', 'projects', 'project')), ...(await all('/blocks', 'assets', 'block'))]
}

/** The items of an account that it did not have before. */
export function newItems(before: readonly AccountItem[], after: readonly AccountItem[]): AccountItem[] {
  const known = new Set(before.map(({ id }) => id))
  return after.filter(({ id }) => !known.has(id))
}

/** What of the new items is not as the task says; empty when all is. */
export function madeProblems(expected: readonly MadeItem[], made: readonly AccountItem[]): string[] {
  const left = [...made]
  const missing = expected.filter(({ kind, name, width, height }) => {
    const index = left.findIndex(
      (one) =>
        one.kind === kind &&
        name.test(one.name) &&
        (width === undefined || one.width === width) &&
        (height === undefined || one.height === height),
    )
    if (index !== -1) left.splice(index, 1)
    return index === -1
  })
  return [
    ...missing.map(({ kind, name }) => `made no ${kind} ${name} as asked`),
    ...left.map(({ kind, name }) => `made a ${kind} too many: ${name}`),
  ]
}
