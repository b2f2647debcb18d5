import { type Child, type Html, html } from '../core/html.ts'
import { inchesNumber } from '../design/index.ts'

export { counted } from '../core/text.ts'

export const grouped = (count: number): string => count.toLocaleString('en-US')

export const capitalized = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`

/** `a, b and c` */
export function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`
}

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

type Step = readonly [path: string, name: string]

/** Links from the start of the site down to a page. */
export const trail = (...steps: readonly Step[]): Html =>
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

/** A picture as a link in a list, with a name and more below it. */
export const tile = (href: string, picture: Html, name: string, more: readonly Child[] = []): Html =>
  html`<li><a href="${href}">${picture}<span class="name">${name}</span>${more.map((text) => text && html`<span class="sub">${text}</span>`)}</a></li>`

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

interface Field {
  readonly name: string
  readonly label: string
  readonly submit: string
  readonly value?: string | undefined
  /** In characters. Without it, a colour is picked instead of typed. */
  readonly most?: number
  readonly example?: string
  readonly kind?: 'well'
  readonly isFirst?: boolean
}

/** The colour of a colour well before anyone has chosen one. */
const FIRST_COLOR = '#5f8a8b'

/** A form with one field, that leads to an address. */
export function fieldForm(action: string, field: Field, kept: Html): Html {
  const { name, label, submit, value, most, example, kind, isFirst = false } = field
  const input =
    most === undefined
      ? html`<input name="${name}" type="color" value="${(value ?? FIRST_COLOR).toLowerCase()}">`
      : html`<input name="${name}" type="search" maxlength="${most}" value="${value ?? ''}"${example && html` placeholder="${example}"`} autocomplete="off" spellcheck="false">`
  return html`<form action="${action}" method="get" class="field ${kind}">${kept}<label>${label}${input}</label><button type="submit"${!isFirst && html` class="second"`}>${submit}</button></form>`
}
