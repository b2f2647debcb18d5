import { Html, html } from '../core/html.ts'
import type { AssetResource, FabricRecord } from '../core/repositories.ts'
import { type CutFrom, inchesNumber, inchesText } from '../design/index.ts'
import { counted, facts, type Page, type Site, trail } from './frame.ts'
import { chip, dot, swatchGrid } from './swatches.ts'
import { type Asset, itemPath, NAMES, projectPath, sizeOf } from './work.ts'

/** What to cut from each fabric (D41). */
const cuttingOf = ({ geometry }: Asset): readonly CutFrom[] =>
  geometry !== undefined && 'cutting' in geometry ? (geometry.cutting ?? []) : []

export interface ItemContent {
  readonly resource: AssetResource
  readonly item: Asset
  /** The drawing as SVG. Swatches have none. */
  readonly drawing: string | undefined
  /** The fabrics that are nearest to the colour of a swatch. */
  readonly nearest: readonly FabricRecord[]
}

const LAYOUTS: Readonly<Record<string, string>> = {
  grid: 'Side by side',
  sashing: 'With sashing',
  'on-point': 'On point',
  strip: 'In strips',
  medallion: 'Medallion',
  freeform: 'Free',
}

function palette(item: Asset): Html | undefined {
  const outline = item.geometry
  if (outline === undefined || outline.kind === 'swatch' || outline.palette.length === 0) return undefined
  const piecesOf = (slot: string) =>
    cuttingOf(item)
      .find((each) => each.slot === slot)
      ?.pieces.reduce((sum, { count }) => sum + count, 0)
  return html`<h2>Fabrics</h2><ul class="palette">${outline.palette.map(({ slot, hex }) => {
    const pieces = piecesOf(slot)
    return html`<li>${dot(hex)}<span><b>${slot}</b> <code>${hex}</code>${pieces !== undefined && html`<span class="sub">${counted(pieces, 'piece')}</span>`}</span></li>`
  })}</ul>`
}

function cuttingList(item: Asset): Html | undefined {
  const cutting = cuttingOf(item)
  if (cutting.length === 0) return undefined
  const colors = new Map(item.geometry?.palette.map(({ slot, hex }) => [slot, hex]))
  const fabric = (slot = '') => {
    const hex = colors.get(slot)
    return html`<td>${hex && dot(hex)}${slot}</td>`
  }
  const rows = cutting.flatMap(({ slot, pieces }) =>
    pieces.map(
      ({ form, width, height, count, cut }) =>
        html`<tr>${fabric(slot)}<td>${form.replaceAll('-', ' ')}</td><td class="number">${inchesNumber(width)} × ${inchesNumber(height)}″</td><td class="number">${count}</td><td>${cut === 'template' ? 'template' : `${cut.count} of ${cut.text}`}</td></tr>`,
    ),
  )
  return html`<section class="cutting"><h2>Cutting list</h2><div class="scroll" tabindex="0" role="region" aria-label="Cutting list"><table><thead><tr><th scope="col">Fabric</th><th scope="col">Piece</th><th scope="col" class="number">Finished size</th><th scope="col" class="number">Count</th><th scope="col">Cut</th></tr></thead><tbody>${rows}</tbody></table></div><p class="sub">What to cut has seams of a quarter of an inch.</p></section>`
}

/** The blocks of a quilt, how often each is placed, and a link to each. */
function blocksOfQuilt(root: string, { geometry: outline }: Asset): Html | undefined {
  if (outline === undefined || !('placements' in outline)) return undefined
  const rows = outline.blocks.map(({ ref, blockId, name }) => {
    const count = outline.placements.filter(([, , placed]) => placed === ref).length
    return name === undefined
      ? html`<li><span class="name">A block that is not there any more</span><span class="sub">placed ${counted(count, 'time')}</span></li>`
      : html`<li><a href="${root}${itemPath('blocks', blockId)}"><img src="${root}${itemPath('blocks', blockId)}/drawing.svg" alt="" width="160" height="160" loading="lazy"><span class="name">${name}</span><span class="sub">placed ${counted(count, 'time')}</span></a></li>`
  })
  return rows.length > 0
    ? html`<section><h2>Blocks in it</h2><p class="sub">Shown in their own fabrics.</p><ul class="tiles small">${rows}</ul></section>`
    : undefined
}

const ABILITIES: Readonly<Record<AssetResource, string>> = {
  quilts:
    'Your assistant can read this quilt: its layout, its fabrics and the blocks in it. It can find fabrics that match, and work out what to buy.',
  blocks:
    'Your assistant can read this block and its pieces, and work out what to cut. It can start a new, empty block of any size.',
  patterns: 'Your assistant can read this pattern: its layout and the blocks that it is made of.',
  swatches: 'Your assistant can read this swatch, and find the nearest fabrics of every maker.',
}

function status({ geometryStatus }: Asset, resource: AssetResource): string | undefined {
  if (resource === 'swatches') return undefined
  if (geometryStatus === 'empty') return 'It has no pieces yet.'
  return geometryStatus === 'unavailable' ? 'There is no drawing of it; it may be a photo.' : undefined
}

/** `/editor/{resource}/{id}`: one item of the person, and what an assistant can do with it. */
export function itemPage({ root }: Site, { resource, item, drawing, nearest }: ItemContent): Page {
  const [one] = NAMES[resource]
  const { gridRows, gridCols, blockSize, shapeCount, layoutMode, colorHex } = item
  const outline = item.geometry
  const hint = status(item, resource)
  return {
    title: item.name,
    description: `A ${one}.`,
    print: one,
    colors: outline?.palette.map(({ hex }) => hex) ?? [colorHex],
    current: 'projects',
    signedIn: true,
    main: html`${trail(root, [['/projects', 'Your work']])}
<div class="split item"><div class="picture">${drawing === undefined ? chip(colorHex, 'chip large') : new Html(drawing)}</div><div>
<h1>${item.name}</h1>
${item.description && html`<p class="notes">${item.description}</p>`}
${hint && html`<p class="hint">${hint}</p>`}
${facts([
  ['Finished size', sizeOf(item)],
  ['Pieces', shapeCount?.toLocaleString('en-US')],
  [
    resource === 'blocks' ? 'Grid' : 'Rows and columns',
    gridRows !== undefined && gridCols !== undefined && `${gridRows} × ${gridCols}`,
  ],
  ['Block size', blockSize !== undefined && inchesText(blockSize)],
  ['Layout', layoutMode && (LAYOUTS[layoutMode] ?? layoutMode)],
  [
    'Colour',
    resource === 'swatches' && (colorHex ? html`<code>${colorHex}</code>, approximate` : 'not known'),
  ],
  ['Tags', item.tags?.join(', ')],
  ['Project', item.projectId && html`<a href="${root}${projectPath(item.projectId)}">Open the project</a>`],
  ['Archived', item.archived && 'yes'],
])}
${palette(item)}
</div></div>
${resource === 'blocks' && cuttingList(item)}
${blocksOfQuilt(root, item)}
${nearest.length > 0 && html`<section><h2>Nearest fabrics</h2>${swatchGrid(nearest, { root, asked: colorHex })}</section>`}
<section class="abilities"><h2>With your assistant</h2><p>${ABILITIES[resource]} It cannot change or delete it: that stays in your hands.</p></section>`,
  }
}
