import type { Fabric, Gathered } from '../data.ts'
import { html } from '../html.ts'
import type { Page, Site } from '../layout.ts'
import { chip, counted, facts, PATHS, swatchGrid, trail } from '../parts.ts'

export interface Collection {
  readonly manufacturer: string
  readonly collection: string
  readonly fabrics: number
}

/** `/fabrics/{maker}/{collection}`: all fabrics of the collection. */
export function collectionPage(
  { root }: Site,
  { manufacturer, collection, fabrics }: Collection,
  found: Gathered<Fabric>,
): Page {
  const path = PATHS.collection(manufacturer, collection)
  return {
    title: `${collection} by ${manufacturer}`,
    description: `All ${counted(fabrics, 'fabric')} of ${collection} by ${manufacturer}, with names, numbers and colours.`,
    path,
    print: `${manufacturer}  ${collection}`,
    colors: found.items.map(({ colorHex }) => colorHex),
    current: 'fabrics',
    main: html`${trail(root, [
      ['/fabrics', 'Fabrics'],
      [PATHS.search({ manufacturer }), manufacturer],
    ])}
<h1>${collection}</h1>
<p class="lead">${counted(fabrics, 'fabric')} by ${manufacturer}. <a href="${root}${PATHS.search({ manufacturer, collection })}">Search in this collection</a></p>
${swatchGrid(found.items, { root, withCollection: false })}
${found.cursor && html`<p class="more"><a class="button second" href="${root}${path}?cursor=${encodeURIComponent(found.cursor)}">More of ${collection}</a></p>`}`,
  }
}

/** The page of one fabric: its colour, and the nearest colours of other collections. */
export function fabricPage({ root }: Site, fabric: Fabric, nearest: readonly Fabric[]): Page {
  const { name, manufacturer, collection, sku, colorHex } = fabric
  const fullName = `${name}, ${collection} by ${manufacturer}`
  return {
    title: fullName,
    description: `${fullName}${sku === undefined ? '' : `, ${sku}`}: its colour, and the nearest fabrics of other makers.`,
    path: PATHS.fabric(fabric),
    print: `${manufacturer}  ${collection}`,
    colors: [colorHex, ...nearest.map((each) => each.colorHex)],
    current: 'fabrics',
    main: html`${trail(root, [
      ['/fabrics', 'Fabrics'],
      [PATHS.search({ manufacturer }), manufacturer],
      [PATHS.collection(manufacturer, collection), collection],
    ])}
<div class="split">${chip(colorHex, 'chip large')}<div>
<h1>${name}</h1>
${facts([
  ['Collection', collection],
  ['Maker', manufacturer],
  ['Number', sku],
  ['Colour', colorHex && html`<code>${colorHex}</code>, approximate`],
])}
</div></div>
${
  colorHex === undefined
    ? html`<p>Its maker publishes no colour value, so there is nothing to compare. Look for it by name, or ask your shop for a swatch.</p>`
    : html`<h2>Nearest in other collections</h2>
<p>For when ${name} is sold out, or you have another maker’s bolt at hand. The smaller ΔE, the closer: below 1 is hardly visible, above 10 another colour.</p>
${swatchGrid(nearest, { root, asked: [colorHex] })}`
}`,
  }
}
