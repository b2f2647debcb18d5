import type { Removed } from '../accounts/index.ts'
import { withDatabases } from './databases.ts'

function report({ projects, items, memberships, othersMemberships, othersItems }: Removed): string {
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`]
  const removed = [
    ...counted(projects, 'project', 'projects'),
    ...counted(items, 'saved item', 'saved items'),
    ...counted(
      memberships,
      "membership in another person's project",
      "memberships in other people's projects",
    ),
  ]
  const others = [
    ...counted(othersMemberships, 'membership of another person ended', 'memberships of other people ended'),
    ...counted(othersItems, 'item in it is now in no project', 'items in them are now in no project'),
  ]
  return [`Removed: ${removed.join(', ')}.`, ...others.map((line) => `${line}.`)].join('\n')
}

/** `selvage delete user|item ID`: exit code 1 if there is nothing of this id. */
export async function remove(what: 'user' | 'item', id: string): Promise<void> {
  await withDatabases(async ({ accounts }) => {
    const removed = await (what === 'user' ? accounts.removeUser(id) : accounts.removeItem(id))
    if (removed === undefined)
      throw new Error(what === 'user' ? `Nothing here belongs to ${id}.` : `There is no item ${id}.`)
    process.stdout.write(
      `${report(removed)}\nBackups and logs may still have it: docs/operating.md says what to do.\n`,
    )
  })
}
