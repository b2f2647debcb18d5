import type { ForTests } from '../../examples/own-app/promises.ts'
import type { AccountsModule } from '../../src/accounts/index.ts'

type ListRequest = Parameters<AccountsModule['listProjects']>[1]

/** An application that keeps what it has in memory, with what is needed to try all promises. */
const rows: {
  id: string
  createdAt: Date
  name: string
  owner: string
  archived: boolean
  size: object | undefined
}[] = []
const members: { readonly project: string; readonly user: string }[] = []

function create(prefix: string, owner: string, name: string, size?: object): Promise<string> {
  const id = `${prefix}${rows.length}`
  rows.unshift({ id, createdAt: new Date(), name, owner, archived: false, size })
  return Promise.resolve(id)
}

const sees = (user: string, project: string) =>
  members.some((member) => member.project === project && member.user === user)

/** Newest first: of the same time, the later created one. */
function listed<Row extends { id: string; name: string }>(all: readonly Row[], request: ListRequest): Row[] {
  const { query = '', limit, after } = request
  const words = query.toLowerCase().split(' ')
  const found = all.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  return found.slice(found.findIndex(({ id }) => id === after?.id) + 1).slice(0, limit)
}

const projectsOf = (user: string) =>
  rows.filter(({ id }) => sees(user, id)).map((row) => ({ ...row, member: user }))
const blocksOf = (user: string) =>
  rows
    .filter(({ id, owner }) => id.startsWith('b') && owner === user)
    .map(({ size, ...row }) => ({ ...row, ...size, resource: 'blocks' as const, projectId: null }))

export default {
  listProjects: async (user, request) => listed(projectsOf(user), request),
  getProject: async (user, id) => projectsOf(user).find((row) => row.id === id) ?? null,
  async createProject(user, { name }) {
    const project = await create('p', user, name)
    members.push({ project, user })
    return project
  },
  async listAssets(user, { resource, projectId, ...request }) {
    return resource === 'blocks' && projectId === undefined ? listed(blocksOf(user), request) : []
  },
  getAsset: async (user, resource, id) =>
    resource === 'blocks' ? blocksOf(user).find((row) => row.id === id) : undefined,
  getDesign: async () => undefined,
  createBlock: (user, { name, ...size }) => create('b', user, name, size),
} satisfies AccountsModule

export const forTests: ForTests = {
  users: ['ann', 'bob'],
  join: async (project: string, user: string) => members.push({ project, user }),
  async archive(_kind: string, id: string) {
    for (const row of rows) row.archived ||= row.id === id
  },
}
