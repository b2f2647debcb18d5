import { type Html, html } from '../core/html.ts'
import { type CutAndBuy, cutAndBuy, type Geometry, inchesNumber } from '../design/index.ts'
import { dot } from './cloth.ts'
import { capitalized, counted, grouped, leadOn, section, sizeText } from './parts.ts'
import { PATHS } from './paths.ts'

/** `3 7/8` → `3⅞`, as quilters write. The words of a tool are in plain characters. */
const withFractions = (text: string): string =>
  text.replace(
    /(?:(\d+) )?([1357])\/([248])(?!\d)/g,
    (_, whole: string | undefined, part: string, of: string) =>
      inchesNumber(Number(whole ?? 0) + Number(part) / Number(of)),
  )

/** The cloth of a palette: the nearest fabric by name, with its line, and how near it is. Hex is small print. */
export function clothList(geometry: Geometry): Html | undefined {
  const { kind, palette } = geometry
  if (kind === 'swatch' || palette.length === 0) return undefined
  const { cutting, yardage } = cutAndBuy(geometry)
  const rows = palette.map(({ slot, hex, closest }) => {
    const pieces = cutting.filter((part) => part.slot === slot).flatMap((part) => part.pieces)
    const count = pieces.reduce((sum, piece) => sum + piece.count, 0)
    const bought = yardage?.fabrics.find((each) => 'slot' in each && each.slot === slot)
    const amount = [count > 0 && counted(count, 'piece'), bought && withFractions(bought.text)].filter(
      Boolean,
    )
    const name =
      closest === undefined
        ? html`<b>${hex}</b>`
        : html`<a href="${PATHS.fabric(closest)}">${closest.name}</a><span class="sub">${closest.collection}${closest.sku && `, ${closest.sku}`}</span>`
    return html`<li>${dot(hex)}<span>${name}<span class="sub">${amount.join(', ')}${amount.length > 0 && ' · '}<code>${hex}</code>${
      closest !== undefined && closest.difference >= 1 && ` · ΔE\u00a0${closest.difference}`
    }</span></span></li>`
  })
  const match = leadOn(PATHS.palette(palette.map(({ hex }) => hex)), 'Match these fabrics')
  return section('Fabrics', html`<ul class="palette grid">${rows}</ul>`, match)
}

/** A fabric: a dot and the name of the cloth, or what is to be chosen. */
function clothName({ slots }: CutAndBuy, slot: string | undefined): Html {
  const known = slots.get(slot ?? '')
  if (known === undefined) return html`Fabric not chosen`
  return html`${dot(known.hex)}${known.closest?.name ?? known.hex}`
}

type Heading = readonly [text: string, kind?: 'number']

/** @param bodies one `tbody` for each group of rows. */
function table(label: string, headings: readonly Heading[], bodies: readonly Html[]): Html {
  const cells = headings.map(
    ([text, kind]) => html`<th scope="col"${kind && html` class="${kind}"`}>${text}</th>`,
  )
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${cells}</tr></thead>${bodies}</table></div>`
}

const TO_CUT: readonly Heading[] = [['Count', 'number'], ['Piece'], ['Cut'], ['Finished', 'number']]
const TO_BUY: readonly Heading[] = [['For'], ['Amount', 'number'], ['How']]

/** What to cut, by fabric: each piece with what to cut for it and its finished size (D41). */
function cuttingList(amounts: CutAndBuy): Html | undefined {
  const bodies = [...Map.groupBy(amounts.cutting, ({ slot }) => slot)].map(([slot, parts]) => {
    const rows = parts.flatMap(({ of, pieces }) =>
      pieces.map((piece) => {
        const { form, width, height, count } = piece
        const what = `${of === 'pieces' ? '' : `${capitalized(of)}: `}${form.replaceAll('-', ' ')}`
        const how =
          piece.cut === 'template'
            ? `by a template: ${withFractions(piece.fitsIn.text)}`
            : html`<b>${piece.cut.count}</b> of ${withFractions(piece.cut.text)}`
        return html`<tr><td class="number">${grouped(count)}</td><td>${what}</td><td>${how}</td><td class="number">${sizeText(width, height)}</td></tr>`
      }),
    )
    return html`<tbody><tr><th colspan="4" scope="rowgroup">${clothName(amounts, slot)}</th></tr>${rows}</tbody>`
  })
  if (bodies.length === 0) return undefined
  const note = html`<p class="sub">Cut sizes in inches, with seams of ¼″ on every side. Finished is the size in the sewn quilt.</p>`
  return section('What to cut', table('What to cut', TO_CUT, bodies), note)
}

/** How much to buy, with what is assumed (D41). */
function yardageTable(amounts: CutAndBuy): Html | undefined {
  if (amounts.yardage === undefined) return undefined
  const { fabrics, binding, backing, batting, assumptions } = amounts.yardage
  const row = (what: Html | string, amount: string, how: string) =>
    html`<tr><td>${what}</td><td class="number">${withFractions(amount)}</td><td>${how}</td></tr>`
  const panels = backing.seams === 'none' ? '1 panel' : `${backing.panels} panels, seams ${backing.seams}`
  const size = batting.package === undefined ? 'no package is large enough' : `${batting.package} package`
  const rows = [
    fabrics.map((each) =>
      'slot' in each
        ? row(clothName(amounts, each.slot), each.text, '')
        : row(capitalized(each.of), each.text, 'choose the fabric'),
    ),
    row('Binding', binding.text, counted(binding.strips, 'strip')),
    row('Backing', backing.text, panels),
    backing.wide && row('or wide backing', backing.wide.text, `${backing.wide.width}″ wide`),
    row('Batting', sizeText(batting.width, batting.length), size),
  ]
  const note = html`<p class="sub">Assumed: ${withFractions(assumptions)}. Take about 10 % more for slips.</p>`
  return section('What to buy', table('What to buy', TO_BUY, [html`<tbody>${rows}</tbody>`]), note)
}

/** What to buy and what to cut, in the order in which people need it, and what of both is not counted. */
export function cutAndBuyTables(geometry: Geometry): Html {
  const amounts = cutAndBuy(geometry)
  const left = withFractions(amounts.notCounted.join('; '))
  return html`${yardageTable(amounts)}
${cuttingList(amounts)}
${left && html`<p class="hint">Not counted: ${left}.</p>`}`
}
