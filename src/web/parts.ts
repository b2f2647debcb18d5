import { ciede2000, distanceInWords, labOf } from '../core/color.ts'
import { type Child, type Html, html } from '../core/html.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { inchesNumber } from '../design/index.ts'
import { PATHS } from './paths.ts'

export { counted } from '../core/text.ts'

export const grouped = (count: number): string => count.toLocaleString('en-US')

export const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** `a, b and c` */
export const listed = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`

/** `12½ × 12½″` */
export const sizeText = (width: number, height: number): string =>
  `${inchesNumber(width)} × ${inchesNumber(height)}″`

export const section = (title: Child, ...content: readonly Child[]): Html =>
  html`<section><h2>${title}</h2>${content}</section>`

export const list = (kind: string, items: readonly Child[]): Html =>
  html`<ul class="${kind}">${items.map((item) => html`<li>${item}</li>`)}</ul>`

/** Facts as a list of names and values. Facts without a value are left out. */
export function facts(entries: ReadonlyArray<readonly [name: string, value: Child]>): Html {
  const given = entries.filter(([, value]) => value !== undefined && value !== false && value !== '')
  return html`<dl class="facts ruled">${given.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Links from the start of the site down to a page. */
export const trail = (...steps: ReadonlyArray<readonly [path: string, name: string]>): Html =>
  html`<nav class="trail row" aria-label="You are here">${steps.map(([path, name]) => html`<a href="${path}">${name}</a>`)}</nav>`

/** A link that looks like a button; `second` for what is not the first thing to do here. */
export const button = (href: string, label: string, kind: '' | 'second' = ''): Html =>
  html`<a class="${`button ${kind}`.trim()}" href="${href}">${label}</a> `

export const pill = (href: string, label: string): Html => html`<a class="pill" href="${href}">${label}</a>`

/** The way from a list to the rest of it. */
export const leadOn = (href: string, label: string): Html =>
  html`<p class="more">${button(href, label, 'second')}</p>`

/** Text to copy: one press selects it, and with the script a button copies it. */
export const copied = (text: string): Html => html`<code class="copied" data-copy="${text}">${text}</code>`

/** The shops of a brand, as links that leave the site. */
export function shopList(
  name: string,
  shops: ReadonlyArray<{ readonly name: string; readonly url: string }> | undefined,
  more?: Html,
): Html | undefined {
  if (shops === undefined) return undefined
  const links = shops.map(({ name: shop, url }) =>
    /^https?:\/\//.test(url) ? html`<a href="${url}" rel="noopener nofollow">${shop}</a>` : shop,
  )
  const note = html`<p class="sub">Other people’s shops: prices and stock are theirs. ${more}</p>`
  return section(`Where to buy ${name}`, list('plain-list', links), note)
}

/** What a form sends along without showing it. */
export const hidden = (entries: ReadonlyArray<readonly [name: string, value: string | undefined]>): Html =>
  html`${entries.map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}`

/** A field for a colour. It shows one before anyone has chosen. */
export const colorWell = (name: string, value = '#5F8A8B'): Html =>
  html`<input name="${name}" type="color" value="${value.toLowerCase()}">`

/** A field for words, of at most so many characters. */
export const wordField = (name: string, most: number, value = '', example = ''): Html =>
  html`<input name="${name}" type="search" maxlength="${most}" value="${value}"${example && html` placeholder="${example}"`} autocomplete="off" spellcheck="false">`

/** A form with one field, that leads to an address. */
export const fieldForm = (action: string, label: string, field: Html, submit: Html, kept: Html): Html =>
  html`<form action="${action}" method="get" class="field">${kept}<label>${label}${field}</label>${submit}</form>`

export const submit = (label: string, kind: '' | 'second' = 'second'): Html =>
  html`<button type="submit"${kind && html` class="${kind}"`}>${label}</button>`

/**
 * A square of a colour. If the colour is unknown, the square is hatched, never grey.
 *
 * @param inset a colour that was asked for. It is laid into a corner of the square, to compare.
 */
export const chip = (hex: string | undefined, inset?: string): Html =>
  hex === undefined
    ? html`<span class="chip hatched"><span>no colour known</span></span>`
    : html`<svg class="chip" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true"><rect width="10" height="10" fill="${hex}"/>${inset && html`<rect x="6" y="6" width="4" height="4" fill="${inset}"/>`}</svg>`

/** A round dot of a colour. */
export const dot = (hex: string): Html =>
  html`<svg class="dot" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9" fill="${hex}"/></svg>`

/** Colours edge to edge: those of a line of a maker, or of a palette. */
export const strip = (colors: readonly string[]): Html =>
  html`<span class="strip">${colors.length === 0 ? chip(undefined) : colors.map((color) => chip(color))}</span>`

/** How different two colours look: `ΔE 4.6 · clearly visible`. */
export function distanceText(hex: string, asked: string): string {
  const distance = ciede2000(labOf(asked), labOf(hex))
  return `ΔE ${distance.toFixed(1)} · ${distanceInWords(distance)}`
}

/** A picture as a link in a grid, with a name and more below it, and what stands beside the link. */
export const tile = (href: string, picture: Html, name: string, more: readonly Child[] = [], beside?: Html) =>
  html`<li><a href="${href}">${picture}<span class="name">${name}</span>${more.map((text) => text && html`<span class="sub">${text}</span>`)}</a>${beside}</li>`

/** @param kind of the items: how large they are, and how far apart. */
export const tiles = (kind: string, items: readonly Html[]): Html =>
  html`<ul class="${`${kind} tiles grid`.trim()}">${items}</ul>`

interface SwatchOptions {
  /** The colour that was asked for: each swatch shows it in a corner, and how different it looks. */
  readonly asked?: string | undefined
  /** Whether each swatch can be chosen, for a comparison. */
  readonly choosable?: boolean
  /** Closer together, as on the card of a line, where the title says line and maker; or six in a row. */
  readonly kind?: 'dense' | 'six'
}

/** Fabrics as a grid of swatches with links: cloth by name, then its line and maker, then its number. */
export function swatchGrid(fabrics: readonly FabricRecord[], options: SwatchOptions = {}): Html {
  const { asked, choosable = false, kind = '' } = options
  const swatches = fabrics.map((fabric) => {
    const { id, name, manufacturer, collection, sku, colorHex } = fabric
    const line = kind !== 'dense' && `${collection} · ${manufacturer}`
    const distance = asked && colorHex && distanceText(colorHex, asked)
    const choose = html`<label class="choose"><input type="checkbox" name="f" value="${id}"><span>Compare</span> <span class="hidden">${name}, ${collection}</span></label>`
    const more = [line, sku, distance]
    return tile(PATHS.fabric(fabric), chip(colorHex, asked), name, more, choosable ? choose : undefined)
  })
  return tiles(`swatches ${kind}`.trim(), swatches)
}

/** A form around choosable swatches that leads to their comparison. */
export const comparing = (content: Child, label: string): Html =>
  html`<form action="/compare" method="get">${content}<p class="more">${submit(label)}</p></form>`
