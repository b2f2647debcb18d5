import type { Size } from '../design/index.ts'
import { type Child, type Html, html } from './html.ts'

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

/** With a number of results, and marked if it is chosen. */
export const choice = (href: string, label: Child, count?: string, isChosen = false): Html =>
  html`<a href="${href}"${isChosen && html` aria-current="true"`}>${label}${count && html` <span class="count">${count}</span>`}</a>`

export const leadOn = (href: string, label: string): Html =>
  html`<p class="more">${button(href, label, 'second')}</p>`

/** One press selects the text, and the script adds a button to copy it. */
export const copied = (text: string): Html => html`<code class="copied" data-copy="${text}">${text}</code>`

type Shops = ReadonlyArray<{ readonly name: string; readonly url: string }>

/** Links that leave the site. */
export function shopList(name: string, shops: Shops | undefined, more?: Html): Html | undefined {
  const links = shops?.map((shop) => html`<a href="${shop.url}" rel="noopener nofollow">${shop.name}</a>`)
  const note = html`<p class="sub">Other people’s shops: prices and stock are theirs. ${more}</p>`
  return links && section(`Where to buy ${name}`, list('plain-list', links), note)
}

export const hidden = (entries: ReadonlyArray<readonly [name: string, value: string | undefined]>): Html =>
  html`${entries.map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}`

interface Squared {
  /** Between two lines of the grid. */
  readonly step: number
  readonly label: string
  readonly caption: string
  /** The width of the whole drawing. */
  readonly room?: number
  readonly kind?: 'small' | 'large'
}

/** Squared paper to scale. Lengths are in inches. */
export function squared({ width, height }: Size, options: Squared): Html {
  const { step, label, caption, room = width, kind = '' } = options
  const lines = (end: number) => Array.from({ length: Math.ceil(end / step) - 1 }, (_, at) => (at + 1) * step)
  const d = [...lines(width).map((x) => `M${x} 0V${height}`), ...lines(height).map((y) => `M0 ${y}H${width}`)]
  return html`<figure class="${`scale ${kind}`.trim()}"><svg viewBox="0 0 ${room} ${height}" role="img" aria-label="${label}"><rect width="${width}" height="${height}"/><path d="${d.join('')}"/></svg><figcaption>${caption}</figcaption></figure>`
}
