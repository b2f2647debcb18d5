import { type Html, html } from '../core/html.ts'
import { type CutFrom, type Geometry, inchesNumber } from '../design/index.ts'
import { dot } from './cloth.ts'
import { button, counted, grouped } from './parts.ts'
import { PATHS } from './paths.ts'

type Slot = Geometry['palette'][number]
type Yardage = NonNullable<Extract<Geometry, { kind: 'quilt' | 'pattern' }>['yardage']>

/** `3 7/8` → `3⅞`, as quilters write. The words of a tool are in plain characters. */
const withFractions = (text: string): string =>
  text.replace(
    /(?:(\d+) )?([1357])\/([248])(?!\d)/g,
    (_, whole: string | undefined, part: string, of: string) =>
      inchesNumber(Number(whole ?? 0) + Number(part) / Number(of)),
  )

const cuttingOf = (geometry: Geometry): readonly CutFrom[] =>
  'cutting' in geometry ? (geometry.cutting ?? []) : []

/** How many pieces of a fabric there are in all. */
const piecesOf = (cutting: readonly CutFrom[], slot: string) =>
  cutting
    .filter((part) => part.slot === slot)
    .flatMap(({ pieces }) => pieces)
    .reduce((sum, { count }) => sum + count, 0)

/** The cloth of a palette: the nearest fabric by name, with its line, and how near it is. Hex is small print. */
export function clothList(geometry: Geometry): Html | undefined {
  if (geometry.kind === 'swatch' || geometry.palette.length === 0) return undefined
  const cutting = cuttingOf(geometry)
  const yards = 'yardage' in geometry ? (geometry.yardage?.fabrics ?? []) : []
  const rows = geometry.palette.map(({ slot, hex, closest }) => {
    const pieces = piecesOf(cutting, slot)
    const bought = yards.find((each) => 'slot' in each && each.slot === slot)
    const amount = [pieces > 0 && counted(pieces, 'piece'), bought && withFractions(bought.text)]
    const name =
      closest === undefined
        ? html`<b>${hex}</b>`
        : html`<a href="${PATHS.fabric(closest)}">${closest.name}</a><span class="sub">${closest.collection}${closest.sku && `, ${closest.sku}`}</span>`
    return html`<li>${dot(hex)}<span>${name}<span class="sub">${amount.filter(Boolean).join(', ')}${amount.some(Boolean) && ' · '}<code>${hex}</code>${
      closest !== undefined && closest.difference >= 1 && ` · ΔE ${closest.difference}`
    }</span></span></li>`
  })
  const colors = geometry.palette.map(({ hex }) => hex)
  return html`<section><h2>Fabrics</h2><ul class="palette grid">${rows}</ul><p class="more">${button(PATHS.palette(colors), 'Match these fabrics', 'second')}</p></section>`
}

const PARTS: Readonly<Record<CutFrom['of'], string>> = {
  pieces: 'Pieces',
  sashing: 'Sashing',
  cornerstones: 'Cornerstones',
  setting: 'Setting',
  border: 'Border',
}

/** A fabric: a dot and the name of the cloth, or what is to be chosen. */
function clothName(slots: ReadonlyMap<string, Slot>, slot: string | undefined): Html {
  const known = slots.get(slot ?? '')
  if (known === undefined) return html`Fabric not chosen`
  return html`${dot(known.hex)}${known.closest?.name ?? known.hex}`
}

/** @param bodies one `tbody` for each group of rows. */
const table = (label: string, headings: readonly Html[], bodies: readonly Html[]) =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${headings}</tr></thead>${bodies}</table></div>`

const heading = (text: string, kind = '') =>
  html`<th scope="col"${kind && html` class="${kind}"`}>${text}</th>`

/** What to cut, by fabric: each piece with what to cut for it and its finished size (D41). */
export function cuttingList(geometry: Geometry): Html | undefined {
  const cutting = cuttingOf(geometry)
  const left = 'notCounted' in geometry ? (geometry.notCounted ?? []) : []
  if (cutting.length === 0 && left.length === 0) return undefined
  const slots = new Map(geometry.palette.map((slot) => [slot.slot, slot]))
  const bodies = [...Map.groupBy(cutting, ({ slot }) => slot)].map(([slot, parts]) => {
    const rows = parts.flatMap(({ of, pieces }) =>
      pieces.map(
        ({ form, width, height, count, cut }) =>
          html`<tr><td class="number">${grouped(count)}</td><td>${of !== 'pieces' && `${PARTS[of]}: `}${form.replaceAll('-', ' ')}</td><td>${
            cut === 'template' ? 'by a template' : html`<b>${cut.count}</b> of ${withFractions(cut.text)}`
          }</td><td class="number">${inchesNumber(width)} × ${inchesNumber(height)}″</td></tr>`,
      ),
    )
    return html`<tbody><tr><th colspan="4" scope="rowgroup">${clothName(slots, slot)}</th></tr>${rows}</tbody>`
  })
  const headings = [
    heading('Count', 'number'),
    heading('Piece'),
    heading('Cut'),
    heading('Finished', 'number'),
  ]
  return html`<section><h2>What to cut</h2>
${bodies.length > 0 && table('What to cut', headings, bodies)}
<p class="sub">Cut sizes in inches, with seams of ¼″ on every side. Finished is the size in the sewn quilt.</p>
${left.length > 0 && html`<p class="hint">Not counted: ${withFractions(left.join('; '))}.</p>`}</section>`
}

/** How much to buy, with what is assumed (D41). */
export function yardageTable(geometry: Geometry): Html | undefined {
  const yardage: Yardage | undefined = 'yardage' in geometry ? geometry.yardage : undefined
  if (yardage === undefined) return undefined
  const { fabrics, binding, backing, batting, assumptions, notCounted } = yardage
  const slots = new Map(geometry.palette.map((slot) => [slot.slot, slot]))
  const row = (what: Html | string, amount: string, how: string) =>
    html`<tr><td>${what}</td><td class="number">${withFractions(amount)}</td><td>${how}</td></tr>`
  const panels = backing.seams === 'none' ? '1 panel' : `${backing.panels} panels, seams ${backing.seams}`
  const rows = [
    ...fabrics.map((each) =>
      'slot' in each
        ? row(clothName(slots, each.slot), each.text, '')
        : row(PARTS[each.of], each.text, 'choose the fabric'),
    ),
    row('Binding', binding.text, counted(binding.strips, 'strip')),
    row('Backing', backing.text, panels),
    backing.wide !== undefined && row('or wide backing', backing.wide.text, `${backing.wide.width}″ wide`),
    row(
      'Batting',
      `${inchesNumber(batting.width)} × ${inchesNumber(batting.length)}″`,
      batting.package === undefined ? 'no package is large enough' : `${batting.package} package`,
    ),
  ].filter((each) => each !== false)
  return html`<section><h2>What to buy</h2>${table('What to buy', [heading('For'), heading('Amount', 'number'), heading('How')], [html`<tbody>${rows}</tbody>`])}
<p class="sub">Assumed: ${withFractions(assumptions)}. Take about 10 % more for slips.</p>
${notCounted.length > 0 && html`<p class="hint">Not counted: ${withFractions(notCounted.join('; '))}.</p>`}</section>`
}
