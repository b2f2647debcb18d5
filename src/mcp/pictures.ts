import * as z from 'zod'
import { tools } from '../../tools/index.ts'
import { AppError } from '../core/errors.ts'
import type { AssetResource } from '../core/repositories.ts'
import { describeItem, drawItem, renderPng } from '../drawing/index.ts'
import type { ResourceFamily } from './resources.ts'
import type { Reader } from './session.ts'

/** Resources that have a drawing. A swatch is only a colour. */
const DRAWN = ['quilts', 'blocks', 'patterns'] as const
/** Only the newest of these are listed, as many as a client can show. The template reaches the rest. */
const LISTED = ['quilts', 'blocks'] as const
const NEWEST = 50
const PICTURE = new RegExp(`^selvage://(${DRAWN.join('|')})/([^/?#]+)\\.png$`)
const PNG = 'image/png'

const shown = z.object({
  resource: z.enum(DRAWN),
  asset: z.object({
    name: z.string(),
    width: z.number().optional(),
    height: z.number().optional(),
    shapeCount: z.number().optional(),
    geometry: z.unknown(),
    geometryStatus: z.enum(['complete', 'truncated', 'empty']),
  }),
})

/** Calls `get_asset` for an item with its outline, for the same caller. */
export type ReadItem = (resource: AssetResource, id: string) => Promise<unknown>

/**
 * The picture of an item (D39), in base64: a PNG of at most 10 KB.
 *
 * @param answer of `get_asset`.
 * @returns `undefined` if the answer has no outline to draw.
 */
export async function pictureOf(answer: unknown, read: ReadItem): Promise<string | undefined> {
  const item = shown.safeParse(answer).data?.asset
  if (item === undefined) return undefined
  const { geometry, geometryStatus: status, width, height } = item
  const drawn = { geometry, status, width, height, label: describeItem(item), edges: true }
  const svg = await drawItem(drawn, async (blockId) => {
    const block = await read('blocks', blockId).catch(() => undefined)
    return shown.safeParse(block).data?.asset.geometry
  })
  return Buffer.from(await renderPng(svg)).toString('base64')
}

const addressOf = (resource: string, id: string) => `selvage://${resource}/${encodeURIComponent(id)}.png`

const readerOf =
  (reader: Reader): ReadItem =>
  (resource, id) =>
    reader.run(tools.getAsset, { resource, id, includeGeometry: true })

/** The pictures as resources, for clients that read only the structured content of a result (D39). */
export const picturesFamily: ResourceFamily = {
  auth: 'bearer',
  template: {
    uriTemplate: 'selvage://{resource}/{id}.png',
    name: 'picture',
    title: 'Picture of one of my blocks, quilts or patterns',
    description: 'A drawing with its finished size on the edges.',
    mimeType: PNG,
  },
  owns: (uri) => PICTURE.test(uri),
  async list(reader) {
    const lists = await Promise.all(
      LISTED.map(async (resource) => {
        const { assets } = await reader.run(tools.listMyAssets, { resource, limit: NEWEST })
        return assets.map(({ id, name }) => ({
          uri: addressOf(resource, id),
          name: `${id}.png`,
          title: `${name}, picture`,
          mimeType: PNG,
        }))
      }),
    )
    return lists.flat()
  },
  async read(uri, reader) {
    const [, named, id = ''] = PICTURE.exec(uri) ?? []
    const resource = DRAWN.find((drawn) => drawn === named)
    if (resource === undefined) return undefined
    const read = readerOf(reader)
    try {
      const blob = await pictureOf(await read(resource, decodeURIComponent(id)), read)
      return blob === undefined ? undefined : [{ uri, mimeType: PNG, blob }]
    } catch (error) {
      if (error instanceof URIError) return undefined
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    }
  },
}
