import { readFileSync } from 'node:fs'
import { distanceBetween, distanceInWords } from '../core/color.ts'
import type { FabricRecord } from '../core/rooms.ts'
import { escapeHtml } from '../core/text.ts'
import { inchesNumber, type Size } from '../design/index.ts'
import { PATHS, type Query } from './paths.ts'

export { capitalized, counted } from '../core/text.ts'

/** Safe markup: a result of `html`, or a drawing. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Text is escaped, and an absent value prints nothing. */
export type Child = Html | string | number | undefined | false | readonly Child[]

function render(child: Child): string {
  if (child === undefined || child === false) return ''
  if (child instanceof Html) return child.text
  if (typeof child === 'string') return escapeHtml(child)
  if (typeof child === 'number') return String(child)
  return child.map(render).join('')
}

export function html(strings: TemplateStringsArray, ...children: readonly Child[]): Html {
  return new Html(strings.map((text, index) => text + render(children[index])).join(''))
}

const known = new Map<string, string>()

/** A file of `fragments/`. Values replace names such as `{address}`, as in `html`. */
export function fragmentOf(file: string, values: Record<string, Child> = {}): Html {
  const text = known.get(file) ?? readFileSync(new URL(`fragments/${file}`, import.meta.url), 'utf8').trim()
  known.set(file, text)
  return new Html(text.replace(/\{(\w+)\}/g, (_, name: string) => render(values[name])))
}

export const grouped = (count: number): string => count.toLocaleString('en-US')

/** `3 7/8` → `3⅞`: tools write plain characters, pages write as quilters do. */
export const withFractions = (text = ''): string =>
  text.replace(
    /(?:(\d+) )?([1357])\/([248])(?!\d)/g,
    (_, whole: string | undefined, part: string, of: string) =>
      inchesNumber(Number(whole ?? 0) + Number(part) / Number(of)),
  )

export const section = (title: Child, ...content: readonly Child[]): Html =>
  html`<section><h2>${title}</h2>${content}</section>`

export const list = (kind: string, items: readonly Child[]): Html =>
  html`<ul class="${kind}">${items.map((item) => html`<li>${item}</li>`)}</ul>`

/** Leaves out facts without a value. */
export function facts(entries: ReadonlyArray<readonly [name: Child, value: Child]>): Html {
  const given = entries.filter(([, value]) => value)
  return html`<dl class="facts ruled">${given.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** `second` is for less important links. */
export const button = (href: string, label: string, kind: '' | 'second' = ''): Html =>
  html`<a class="${`button ${kind}`.trim()}" href="${href}">${label}</a> `

export const pill = (href: string, label: string): Html => html`<a class="pill" href="${href}">${label}</a>`

export const link = (href: string, label: Child, count?: string, isChosen = false): Html =>
  html`<a href="${href}"${isChosen && html` aria-current="true"`}>${label}${count && html` <span class="count">${count}</span>`}</a>`

export const leadOn = (href: string, label: string): Html =>
  html`<p class="more">${button(href, label, 'second')}</p>`

/** One press selects the text, and the script adds a button to copy it. */
export const copied = (text: string): Html => html`<code class="copied" data-copy="${text}">${text}</code>`

export const hidden = (query: Query): Html =>
  html`${query.map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}`

/** Squared paper to scale, with lines each `step` inches. With `room`, the drawing is as many inches wide. */
export function squared({ width, height }: Size, step: number, label: string, caption: string, room = width) {
  let lines = ''
  for (let x = step; x < width; x += step) lines += `M${x} 0V${height}`
  for (let y = step; y < height; y += step) lines += `M0 ${y}H${width}`
  return html`<figure class="scale"><svg viewBox="0 0 ${room} ${height}" role="img" aria-label="${label}"><rect width="${width}" height="${height}"/><path d="${lines}"/></svg><figcaption>${caption}</figcaption></figure>`
}

/** Hatched if the colour is unknown, never grey. `inset` is the asked colour, in a corner to compare. */
export const chip = (hex: string | undefined, inset?: string): Html =>
  hex === undefined
    ? html`<span class="chip hatched"><span>no colour known</span></span>`
    : html`<svg class="chip" viewBox="0 0 10 10" preserveAspectRatio="none" aria-hidden="true"><rect width="10" height="10" fill="${hex}"/>${inset && html`<rect x="6" y="6" width="4" height="4" fill="${inset}"/>`}</svg>`

export const dot = (hex: string): Html =>
  html`<svg class="dot" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9" fill="${hex}"/></svg>`

/** `difference 4.6 · clearly visible` */
export function distanceText(hex: string, asked: string): string {
  const distance = distanceBetween(asked, hex)
  return `difference ${distance.toFixed(1)} · ${distanceInWords(distance)}`
}

export const tile = (href: string, picture: Html, name: string, ...more: readonly Child[]): Html =>
  html`<a href="${href}">${picture}<span class="name">${name}</span>${more.map((text) => text && html`<span class="sub">${text}</span>`)}</a>`

export const tiles = (kind: string, items: readonly Child[]): Html => list(`${kind} tiles grid`, items)

interface SwatchOptions {
  /** Each swatch shows this colour in a corner, and how different it looks. */
  asked?: string
  choosable?: boolean
  /** Closer together, without line and maker, which the page names; six in a row; or edge to edge. */
  kind?: 'dense' | 'six' | 'edge'
}

export function swatchGrid(fabrics: readonly FabricRecord[], options: SwatchOptions): Html {
  const { asked, choosable, kind = '' } = options
  const swatches = fabrics.map((fabric) => {
    const { id, name, manufacturer, collection, sku, colorHex } = fabric
    const line = kind !== 'dense' && `${collection} · ${manufacturer}`
    const distance = asked && colorHex && distanceText(colorHex, asked)
    const choose = choosable && fragmentOf('choose.html', { id, name, collection })
    return [tile(PATHS.fabric(fabric), chip(colorHex, asked), name, line, sku, distance), choose]
  })
  return tiles(`swatches ${kind}`.trim(), swatches)
}

export const comparing = (content: Child, label = 'Compare the chosen side by side'): Html =>
  html`<form action="/compare" method="get">${content}<p class="more"><button type="submit" class="second">${label}</button></p></form>`
