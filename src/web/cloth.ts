import { ciede2000, distanceInWords, labOf } from '../core/color.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { type Child, type Html, html } from './html.ts'
import { list } from './parts.ts'
import { PATHS } from './paths.ts'

/**
 * A square of a colour, hatched if the colour is unknown, never grey. `inset` is the colour that was asked
 * for, in a corner to compare.
 */
export const chip = (hex: string | undefined, inset?: string): Html =>
  hex === undefined
    ? html`<span class="chip hatched"><span>no colour known</span></span>`
    : html`<svg class="chip" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true"><rect width="10" height="10" fill="${hex}"/>${inset && html`<rect x="6" y="6" width="4" height="4" fill="${inset}"/>`}</svg>`

export const dot = (hex: string): Html =>
  html`<svg class="dot" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9" fill="${hex}"/></svg>`

export const strip = (colors: readonly string[]): Html =>
  html`<span class="strip">${colors.length === 0 ? chip(undefined) : colors.map((color) => chip(color))}</span>`

/** `ΔE 4.6 · clearly visible` */
export function distanceText(hex: string, asked: string): string {
  const distance = ciede2000(labOf(asked), labOf(hex))
  return `ΔE ${distance.toFixed(1)} · ${distanceInWords(distance)}`
}

/** A picture as a link, with words below it. */
export const tile = (href: string, picture: Html, name: string, ...more: readonly Child[]): Html =>
  html`<a href="${href}">${picture}<span class="name">${name}</span>${more.map((text) => text && html`<span class="sub">${text}</span>`)}</a>`

/** `kind` names the style: the size of the tiles and the space between them. */
export const tiles = (kind: string, items: readonly Html[]): Html => list(`${kind} tiles grid`.trim(), items)

interface SwatchOptions {
  /** Each swatch shows this colour in a corner, and how different it looks. */
  readonly asked?: string | undefined
  readonly choosable?: boolean
  /** Closer together, and without line and maker, which the title of a colour card says; or six in a row. */
  readonly kind?: 'dense' | 'six'
}

/** Swatches with links: the name of the cloth, then its line and maker, then its number. */
export function swatchGrid(fabrics: readonly FabricRecord[], options: SwatchOptions = {}): Html {
  const { asked, choosable, kind = '' } = options
  const swatches = fabrics.map((fabric) => {
    const { id, name, manufacturer, collection, sku, colorHex } = fabric
    const line = kind !== 'dense' && `${collection} · ${manufacturer}`
    const distance = asked && colorHex && distanceText(colorHex, asked)
    const choose =
      choosable &&
      html`<label class="choose"><input type="checkbox" name="f" value="${id}"><span>Compare</span> <span class="hidden">${name}, ${collection}</span></label>`
    return html`${tile(PATHS.fabric(fabric), chip(colorHex, asked), name, line, sku, distance)}${choose}`
  })
  return tiles(`swatches ${kind}`.trim(), swatches)
}

export const IN_A_ROW = 6

/** A row for a colour, or for a part of a list. */
export const swatchRow = (
  heading: Child,
  fabrics: readonly FabricRecord[],
  options: Omit<SwatchOptions, 'kind'>,
  more?: Child,
): Html =>
  html`<section class="palette-row"><h2>${heading}</h2>
${swatchGrid(fabrics, { ...options, kind: 'six' })}${more}</section>`

/** A form that leads to the comparison of the chosen swatches. */
export const comparing = (content: Child, label = 'Compare the chosen side by side'): Html =>
  html`<form action="/compare" method="get">${content}<p class="more"><button type="submit" class="second">${label}</button></p></form>`
