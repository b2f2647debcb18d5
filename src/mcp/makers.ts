import type { ResourceFamily } from './resources.ts'

const URI = 'selvage://catalog/makers'

/** What the catalog holds: makers, their collections, and how many fabrics each has (D40). */
export const makersFamily: ResourceFamily = {
  auth: 'public',
  owns: (uri) => uri === URI,
  async list() {
    return [
      {
        uri: URI,
        name: 'makers',
        title: 'Makers and collections of the fabric catalog',
        description: 'Every maker with its collections and how many fabrics each holds.',
        mimeType: 'application/json',
      },
    ]
  },
  async read(uri, { fabrics }) {
    const makers = await fabrics.makers()
    return [{ uri, mimeType: 'application/json', text: JSON.stringify({ makers }) }]
  },
}
