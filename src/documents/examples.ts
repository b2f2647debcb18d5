import type { Links } from '../core/links.ts'

export interface Example {
  /** Parameters or body members. */
  readonly input: Readonly<Record<string, unknown>>
  readonly data: Readonly<Record<string, unknown>>
}

/** An example of each operation. Redocly's linter checks them against the schemas. */
export function examplesOf(links: Links): Readonly<Record<string, Example>> {
  const projectId = 'prj_4kQ0mXb7tYc2nWz9rLs1aD'
  const blockId = 'blk_8vH3pRj6sKd5qFx0wTe2uG'
  const quiltId = 'qlt_2nBv7cMz1xQk9jHg4fDs6a'
  const block = {
    id: blockId,
    name: 'Sawtooth Star',
    url: links.editor('blocks', blockId),
    width: 12,
    height: 12,
    gridRows: 4,
    gridCols: 4,
    shapeCount: 28,
    projectId,
    tags: ['star'],
  }
  const quilt = {
    id: quiltId,
    name: 'Harvest Star',
    url: links.editor('quilts', quiltId),
    width: 60,
    height: 72,
    gridRows: 6,
    gridCols: 5,
    blockSize: 12,
    layoutMode: 'grid',
    projectId,
  }
  const end = { cursor: null, truncated: false }
  const listOf = (resource: string, item: object): Example => ({
    input: { resource, query: 'star', limit: 10 },
    data: { resource, assets: [item], ...end },
  })
  const detail = (resource: string, item: { id: string; url: string }): Example => ({
    input: { resource, id: item.id },
    data: {
      resource,
      asset: { ...item, description: 'For the reading chair.' },
      url: item.url,
      untrustedContent: true,
    },
  })

  return {
    searchFabricCatalog: {
      input: { query: 'kona mustard', limit: 5 },
      data: {
        fabrics: [
          {
            id: 'fab_Zk3mQx8vB1nT6yWc0pLd4s',
            name: 'Example Mustard',
            manufacturer: 'Example Fabrics',
            collection: 'Example Solids',
            colorHex: '#D9A441',
            libraryUrl: links.fabricCollection('Example Fabrics', 'Example Solids'),
          },
        ],
        ...end,
        libraryUrl: links.fabrics,
      },
    },
    browseSupplies: {
      input: { category: 'rotary-cutters', query: 'arthritis' },
      data: {
        category: 'rotary-cutters',
        items: [
          {
            slug: 'ergonomic-45mm',
            name: 'Ergonomic 45 mm',
            summary: 'A squeeze handle that closes by itself.',
            bestFor: 'Hands with arthritis',
            guideUrl: links.guide('rotary-cutters', 'ergonomic-45mm'),
          },
        ],
        totalMatching: 1,
        truncated: false,
      },
    },
    listProjects: {
      input: { query: 'autumn' },
      data: {
        projects: [{ id: projectId, name: 'Autumn Star', url: links.project(projectId) }],
        ...end,
        projectsUrl: links.projects,
      },
    },
    createProject: {
      input: { name: 'Autumn Star', description: 'Lap quilt for the reading chair' },
      data: {
        projectId,
        name: 'Autumn Star',
        url: links.project(projectId),
        projectsUrl: links.projects,
      },
    },
    listAssets: listOf('blocks', block),
    listQuilts: listOf('quilts', quilt),
    listBlocks: listOf('blocks', block),
    getAsset: detail('blocks', block),
    getQuilt: detail('quilts', quilt),
    getBlock: detail('blocks', block),
    createBlock: {
      input: { name: 'Sawtooth Star', finishedWidthInches: 12, finishedHeightInches: 12 },
      data: {
        blockId,
        name: 'Sawtooth Star',
        url: block.url,
        finishedWidthInches: 12,
        finishedHeightInches: 12,
      },
    },
    getAuthMe: { input: {}, data: { authenticated: true, userId: 'user_demo' } },
  }
}
