import type { AccountsModule } from '../../src/accounts/index.ts'
import type { AssetResource } from '../../src/core/rooms.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  archived: boolean
}
type Asset = Row & {
  readonly owner: string
  readonly resource: AssetResource
  readonly width: number
  readonly height: number
}
type Project = Row & { readonly members: Set<string> }

interface Asked {
  readonly query: string | undefined
  readonly limit: number
  readonly after: { readonly createdAt: number; readonly id: string } | undefined
}

/** An application with memory for a database: serial ids, times as `Date`, null for what is missing. */
export function createApp(): AccountsModule & { forTests: object } {
  const projects: Project[] = []
  const assets: Asset[] = []
  let serial = 0

  const byAge = (one: Row, other: Row) =>
    other.createdAt.getTime() - one.createdAt.getTime() || Number(other.id) - Number(one.id)
  function page<Each extends Row>(rows: readonly Each[], { query, limit, after }: Asked): Each[] {
    const words = query?.toLowerCase().split(' ') ?? []
    return rows
      .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
      .sort(byAge)
      .filter(
        ({ id, createdAt }) =>
          after === undefined ||
          createdAt.getTime() < after.createdAt ||
          (createdAt.getTime() === after.createdAt && Number(id) < Number(after.id)),
      )
      .slice(0, limit)
  }
  const newRow = (name: string): Row => {
    serial += 1
    return { id: String(serial), name, createdAt: new Date(), archived: false }
  }
  const seenBy = (userId: string) => projects.filter(({ members }) => members.has(userId))
  const shown =
    (userId: string) =>
    ({ members, ...row }: Project) => ({ ...row, member: userId })
  const ownAsset = (userId: string, resource: AssetResource, id: string) =>
    assets.find((each) => each.owner === userId && each.resource === resource && each.id === id)

  return {
    listProjects: async (userId, asked) => page(seenBy(userId), asked).map(shown(userId)),
    async getProject(userId, id) {
      const found = seenBy(userId).find((each) => each.id === id)
      return found === undefined ? null : shown(userId)(found)
    },
    async createProject(userId, { name }) {
      const row = { ...newRow(name), members: new Set([userId]) }
      projects.push(row)
      return row.id
    },
    async listAssets(userId, { resource, projectId, ...asked }) {
      const own = assets.filter((each) => each.owner === userId && each.resource === resource)
      return projectId === undefined ? page(own, asked).map((each) => ({ ...each, description: null })) : []
    },
    getAsset: async (userId, resource, id) => ownAsset(userId, resource, id) ?? null,
    async getDesign(userId, resource, id) {
      const found = ownAsset(userId, resource, id)
      return found === undefined ? null : { owner: found.owner, design: {} }
    },
    async createBlock(userId, { name, width, height }) {
      const row = { ...newRow(name), owner: userId, resource: 'blocks' as const, width, height }
      assets.push(row)
      return row.id
    },
    forTests: {
      join: async (projectId: string, userId: string) =>
        void projects.find(({ id }) => id === projectId)?.members.add(userId),
      archive: async (_kind: string, id: string) => {
        for (const row of [...projects, ...assets]) if (row.id === id) row.archived = true
      },
    },
  }
}

const { forTests: help, ...app } = createApp()
export default app
export const forTests = help
