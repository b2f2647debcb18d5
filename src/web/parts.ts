import { ciede2000, labOf } from '../core/color.ts'
import { distanceInWords } from '../core/color-notes.ts'
import { slugOf } from '../core/links.ts'
import type { Fabric } from './data.ts'
import { type Child, type Html, html } from './html.ts'

/** Addresses of pages below the root of the site. */
export const PATHS = {
  collection: (manufacturer: string, collection: string) =>
    `/fabrics/${segment(manufacturer)}/${segment(collection)}`,
  fabric: ({
    manufacturer,
    collection,
    name,
    id,
  }: Pick<Fabric, 'manufacturer' | 'collection' | 'name' | 'id'>) =>
    `${PATHS.collection(manufacturer, collection)}/${segment(name)}/${encodeURIComponent(id)}`,
  search: (query: Readonly<Record<string, string | undefined>>) => {
    const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
    return given.length === 0 ? '/fabrics' : `/fabrics?${new URLSearchParams(given)}`
  },
}

/**
 * The form of a name in a path. A name of punctuation has no slug and is addressed by its position in the
 * list.
 */
function segment(name: string): string {
  return encodeURIComponent(slugOf(name) || '-')
}

/**
 * The distance of a colour from the nearest colour that was asked for, and what it means; nothing if none was
 * asked for.
 */
function distanceText(hex: string | undefined, asked: readonly string[]): string | undefined {
  if (hex === undefined || asked.length === 0) return undefined
  const lab = labOf(hex)
  const distance = Math.min(...asked.map((color) => ciede2000(labOf(color), lab)))
  return `ΔE ${distance.toFixed(1)} · ${distanceInWords(distance)}`
}

/** A square of a colour. If the colour is unknown, the square is hatched, never grey. */
export function chip(hex: string | undefined, kind = 'chip'): Html {
  return hex === undefined
    ? html`<span class="${kind} hatched"><span>no colour known</span></span>`
    : html`<svg class="${kind}" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><rect width="1" height="1" fill="${hex}"/></svg>`
}

export interface SwatchOptions {
  readonly root: string
  /** Colours that were asked for: each swatch shows its distance from the nearest of them. */
  readonly asked?: readonly string[]
  /**
   * Whether each name is followed by its collection. A page that names the collection in its title leaves it
   * out.
   */
  readonly withCollection?: boolean
}

/** Fabrics as a grid of swatches with links. */
export function swatchGrid(fabrics: readonly Fabric[], options: SwatchOptions): Html {
  const { root, asked = [], withCollection = true } = options
  return html`<ul class="swatches">${fabrics.map((fabric) => {
    const where = withCollection ? fabric.collection : undefined
    const distance = distanceText(fabric.colorHex, asked)
    return html`<li><a href="${root}${PATHS.fabric(fabric)}">${chip(fabric.colorHex)}<span class="name">${fabric.name}</span>${
      where && html`<span class="sub">${where}</span>`
    }${fabric.sku && html`<span class="sub sku">${fabric.sku}</span>`}${distance && html`<span class="sub">${distance}</span>`}</a></li>`
  })}</ul>`
}

/** Facts as a list of names and values. Facts without a value are left out. */
export function facts(entries: ReadonlyArray<readonly [name: string, value: Child]>): Html {
  const given = entries.filter(([, value]) => value !== undefined && value !== false && value !== '')
  return html`<dl class="facts">${given.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Links from the start of the site down to a page. */
export function trail(root: string, steps: ReadonlyArray<readonly [path: string, name: string]>): Html {
  return html`<nav class="trail" aria-label="You are here">${steps.map(
    ([path, name]) => html`<a href="${root}${path}">${name}</a>`,
  )}</nav>`
}

/** `3 fabrics`, `1 piece`. Give `plural` if it is not formed with an s. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : plural}`
}
