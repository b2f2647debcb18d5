import { tools } from '../../tools/index.ts'
import { AppError } from '../core/errors.ts'
import type { Served } from '../core/run-tool.ts'
import type { Draw } from '../core/tool.ts'
import { renderPng, swatchStrip } from '../design/index.ts'
import { ifMissing, itemAt, type ResourceFamily } from './resources.ts'

const PNG = 'image/png'

/**
 * The picture of an item (D39), in base64: a PNG of at most 16 KB.
 *
 * @param of the user whose item it is.
 * @returns `busy` if too many drawings wait; `undefined` if there is nothing to draw.
 */
export async function pictureOf(
  draw: Draw | undefined,
  of: string | undefined,
): Promise<string | 'busy' | undefined> {
  const drawing = await draw?.({ edges: true })
  if (drawing === undefined || !drawing.isWhole) return undefined
  const png = await renderPng(drawing.svg, { of })
  return png === undefined ? 'busy' : Buffer.from(png).toString('base64')
}

/** The strip of swatches beside a list of fabrics (D39), in base64. */
export function stripOf({ colors = [] }: Pick<Served, 'colors'>): string | undefined {
  const png = swatchStrip(colors)
  return png === undefined ? undefined : Buffer.from(png).toString('base64')
}

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
  owns: (uri) => itemAt(uri, true) !== undefined,
  async read(uri, reader) {
    const item = itemAt(uri, true)
    const read = item && (await reader.run(tools.getAsset, item).catch(ifMissing))
    const blob = await pictureOf(read?.draw, reader.caller?.userId)
    if (blob === 'busy') throw new AppError('overloaded', 'Many pictures are being drawn. Try again later.')
    return blob === undefined ? undefined : [{ uri, mimeType: PNG, blob }]
  },
}
